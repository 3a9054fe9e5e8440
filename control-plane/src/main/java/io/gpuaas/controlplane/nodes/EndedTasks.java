package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.TaskId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Caches the tasks that ended in this process last. An end is final, so these need no database query. */
final class EndedTasks {

    private static final int TASKS_MAX = 1_000;
    private static final int OUTPUT_CHARACTERS_MAX = 16 * 1024;

    private final Map<TaskId, NodeTasks.Task> tasks = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<TaskId, NodeTasks.Task> eldest) {
            return size() > TASKS_MAX;
        }
    });

    static boolean isSmall(TaskEnd end) {
        return end.output() == null || end.output().length() <= OUTPUT_CHARACTERS_MAX;
    }

    void add(NodeTasks.Task task) {
        tasks.put(task.id(), task);
    }

    Optional<NodeTasks.Task> find(TaskId id) {
        return Optional.ofNullable(tasks.get(id));
    }
}
