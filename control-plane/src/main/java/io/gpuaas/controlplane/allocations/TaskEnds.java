package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.nodes.TaskFinished;
import io.gpuaas.controlplane.platform.AfterCommit;
import io.gpuaas.kernel.TaskId;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/** A node has done what it was told, or not: the allocation that waits for it goes on. */
@Component
class TaskEnds implements NodeTasks.Listener, EventConsumer {

    /** How long an allocation that was woken may take to go on. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final int HEARD_MAX = 10_000;

    private final AllocationStore store;
    private final LifecycleDriver driver;
    private final Clock clock;
    private final Map<TaskId, Boolean> heard = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<TaskId, Boolean> eldest) {
            return size() > HEARD_MAX;
        }
    });

    TaskEnds(AllocationStore store, LifecycleDriver driver, Clock clock) {
        this.store = store;
        this.driver = driver;
        this.clock = clock;
    }

    /** In the process the node spoke to: at once. */
    @Override
    public void taskFinished(TaskFinished event) {
        heard.put(event.taskId(), true);
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

    /** What was heard here is already on its way; in case this process dies, somebody looks a while later. */
    @Override
    public void handle(Received event) {
        TaskId task = event.payload(TaskFinished.class).taskId();
        boolean onItsWay = heard.remove(task) != null;
        store.findByTask(task).ifPresent(id -> {
            driver.follow(id, onItsWay ? clock.instant().plus(GRACE) : clock.instant());
            if (!onItsWay) {
                AfterCommit.run(() -> driver.wake(id));
            }
        });
    }
}
