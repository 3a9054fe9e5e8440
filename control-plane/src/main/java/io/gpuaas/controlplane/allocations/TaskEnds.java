package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.events.EventConsumer.Received;
import io.gpuaas.controlplane.events.EventListener;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.platform.Batcher;
import io.gpuaas.events.TaskFinished;
import io.gpuaas.kernel.TaskId;
import jakarta.annotation.PreDestroy;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Wakes the allocation that waits for a finished task. If the wake-up is lost because a process died, the allocation
 * looks again after {@link Lifecycle#LOOK_AGAIN}.
 */
@Component
class TaskEnds implements NodeTasks.Listener, EventListener {

    private static final Logger log = LoggerFactory.getLogger(TaskEnds.class);
    private static final int HEARD_MAX = 10_000;
    private static final int TASKS_AT_ONCE = 100;

    private final AllocationStore store;
    private final LifecycleDriver driver;
    private final Batcher<TaskId> ended = new Batcher<>(1, TASKS_AT_ONCE, this::wake);
    private final Map<TaskId, Boolean> heard = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<TaskId, Boolean> eldest) {
            return size() > HEARD_MAX;
        }
    });

    TaskEnds(AllocationStore store, LifecycleDriver driver) {
        this.store = store;
        this.driver = driver;
    }

    /** In the process the node spoke to: at once. */
    @Override
    public void taskFinished(TaskFinished event) {
        heard.put(event.taskId(), true);
        ended.add(event.taskId());
    }

    @Override
    public Set<String> types() {
        return Set.of(TaskFinished.TYPE);
    }

    /** In the others: the node may have spoken to one that runs no lifecycles. */
    @Override
    public void hear(Received event) {
        TaskId task = TaskId.parse(event.aggregate().id());
        if (heard.remove(task) == null) {
            ended.add(task);
        }
    }

    private void wake(List<TaskId> tasks) {
        try {
            store.findByTasks(tasks).forEach(driver::wake);
        } catch (DataAccessException e) {
            log.atWarn()
                    .setCause(e)
                    .addKeyValue("tasks", tasks.size())
                    .log("could not wake allocations of finished tasks; their timers will");
        }
    }

    @PreDestroy
    void stop() {
        ended.close();
    }
}
