package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.controlplane.platform.AfterCommit;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.events.NodeChanged;
import io.gpuaas.kernel.AllocationId;
import java.time.Clock;
import java.time.Instant;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Wakes every allocation on a node that went away, came back or was removed. Records the absence here when the node
 * came back before the allocation was advanced, because nothing else shows it afterwards.
 */
@Component
class NodeTrouble implements EventConsumer {

    private final AllocationStore store;
    private final TimelineStore timeline;
    private final LifecycleSteps steps;
    private final TenantRoots roots;
    private final LifecycleDriver driver;
    private final Clock clock;

    NodeTrouble(
            AllocationStore store,
            TimelineStore timeline,
            LifecycleSteps steps,
            TenantRoots roots,
            LifecycleDriver driver,
            Clock clock) {
        this.store = store;
        this.timeline = timeline;
        this.steps = steps;
        this.roots = roots;
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
        NodeChanged changed = event.event(NodeChanged.class);
        Instant silentSince = changed.silentSince();
        store.liveOn(changed.nodeId()).forEach(id -> {
            if (silentSince != null) {
                noteSilence(id, silentSince);
            }
            driver.follow(id, clock.instant());
            AfterCommit.run(() -> driver.wake(id));
        });
    }

    private void noteSilence(AllocationId id, Instant since) {
        AllocationRecord allocation = store.lock(id).orElseThrow();
        Instant active = allocation.standing().activeAt();
        boolean missed = allocation.state() == AllocationState.ACTIVE
                && allocation.facts().degradation().since() == null
                && active != null
                && active.isBefore(since)
                && !timeline.degradedSince(id, since);
        if (missed) {
            Call.system("advanceAllocation", allocation.wish().origin().correlation())
                    .in(allocation.tenant(), allocation.project())
                    .run(() -> store.save(steps.degrade(
                            allocation,
                            new NextStep.Degrade(
                                    "Its node stopped responding.",
                                    true,
                                    !roots.of(allocation).any()),
                            since,
                            clock.instant())));
        }
    }
}
