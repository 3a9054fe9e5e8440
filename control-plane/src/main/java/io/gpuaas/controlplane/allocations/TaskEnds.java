package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.nodes.TaskFinished;
import io.gpuaas.controlplane.platform.AfterCommit;
import java.time.Clock;
import java.util.Set;
import org.springframework.stereotype.Component;

/** A node has done what it was told, or not: the allocation that waits for it goes on. */
@Component
class TaskEnds implements NodeTasks.Listener, EventConsumer {

    private final AllocationStore store;
    private final LifecycleDriver driver;
    private final Clock clock;

    TaskEnds(AllocationStore store, LifecycleDriver driver, Clock clock) {
        this.store = store;
        this.driver = driver;
        this.clock = clock;
    }

    /** In the process the node spoke to: at once. */
    @Override
    public void taskFinished(TaskFinished event) {
        store.findByTask(event.taskId()).ifPresent(driver::wake);
    }

    @Override
    public String name() {
        return "allocations-task-ends";
    }

    @Override
    public Set<String> types() {
        return Set.of(TaskFinished.TYPE);
    }

    /** In case that process died: whoever consumes this sees to it. Usually it has long moved on. */
    @Override
    public void handle(Received event) {
        store.findByTask(event.payload(TaskFinished.class).taskId()).ifPresent(id -> {
            driver.follow(id, clock.instant());
            AfterCommit.run(() -> driver.wake(id));
        });
    }
}
