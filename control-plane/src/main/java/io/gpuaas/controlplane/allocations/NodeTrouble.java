package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.controlplane.nodes.NodeChanged;
import io.gpuaas.controlplane.platform.AfterCommit;
import java.time.Clock;
import java.util.Set;
import org.springframework.stereotype.Component;

/** A node went away, came back or is gone: every allocation on it looks again at what is true. */
@Component
class NodeTrouble implements EventConsumer {

    private final AllocationStore store;
    private final LifecycleDriver driver;
    private final Clock clock;

    NodeTrouble(AllocationStore store, LifecycleDriver driver, Clock clock) {
        this.store = store;
        this.driver = driver;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "allocations-node-trouble";
    }

    @Override
    public Set<String> types() {
        return Set.of(NodeChanged.TYPE);
    }

    @Override
    public void handle(Received event) {
        store.liveOn(event.payload(NodeChanged.class).nodeId()).forEach(id -> {
            driver.follow(id, clock.instant());
            AfterCommit.run(() -> driver.wake(id));
        });
    }
}
