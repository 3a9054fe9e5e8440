package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.allocations.AllocationRecord.Keys;
import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.controlplane.platform.AfterCommit;
import io.gpuaas.events.MemberRemoved;
import io.gpuaas.events.MemberSet;
import io.gpuaas.events.SshKeyAdded;
import io.gpuaas.events.SshKeyRemoved;
import io.gpuaas.events.UserChanged;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.PrincipalId;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Sends new SSH keys to the nodes of allocations when keys or roles of a user change. */
@Component
class KeyChanges implements EventConsumer {

    private final AllocationStore store;
    private final KeyHolders holders;
    private final LifecycleDriver driver;
    private final Clock clock;

    KeyChanges(AllocationStore store, KeyHolders holders, LifecycleDriver driver, Clock clock) {
        this.store = store;
        this.holders = holders;
        this.driver = driver;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "allocations-key-changes";
    }

    @Override
    public Set<String> types() {
        return Set.of(SshKeyAdded.TYPE, SshKeyRemoved.TYPE, MemberSet.TYPE, MemberRemoved.TYPE, UserChanged.TYPE);
    }

    @Override
    public void handle(Received event) {
        concerned(event).forEach(this::wantKeysAnew);
    }

    private List<AllocationId> concerned(Received event) {
        return switch (event.event()) {
            case SshKeyAdded added -> openedBy(added.principalId());
            case SshKeyRemoved removed -> openedBy(removed.principalId());
            case UserChanged changed -> openedBy(changed.principalId());
            case MemberSet set -> store.liveIn(set.tenantId(), set.projectId());
            case MemberRemoved removed -> store.liveIn(removed.tenantId(), removed.projectId());
            default -> throw new IllegalStateException(event.type() + " was not asked for");
        };
    }

    private List<AllocationId> openedBy(PrincipalId person) {
        return holders.allocationsOf(person);
    }

    private void wantKeysAnew(AllocationId id) {
        AllocationRecord allocation = store.lock(id).orElseThrow();
        if (!allocation.place().granted() || AllocationStateMachine.isFinal(allocation.state())) {
            return;
        }
        Keys keys = allocation.place().keys();
        store.save(allocation.with(allocation.place().with(new Keys(keys.wanted() + 1, keys.given(), keys.task()))));
        driver.follow(id, clock.instant());
        AfterCommit.run(() -> driver.wake(id));
    }
}
