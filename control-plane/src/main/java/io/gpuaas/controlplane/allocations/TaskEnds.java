package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.events.EventConsumer.Received;
import io.gpuaas.controlplane.events.EventListener;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.nodes.TaskFinished;
import io.gpuaas.kernel.TaskId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * A node has done what it was told, or not: the allocation that waits for it goes on. If nobody hears it, because a
 * process died just then, the allocation looks for itself after {@link Lifecycle#LOOK_AGAIN}.
 */
@Component
class TaskEnds implements NodeTasks.Listener, EventListener {

    private static final int HEARD_MAX = 10_000;

    private final AllocationStore store;
    private final LifecycleDriver driver;
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
        wake(event.taskId());
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
            wake(task);
        }
    }

    private void wake(TaskId task) {
        store.findByTask(task).ifPresent(driver::wake);
    }
}
