package io.gpuaas.controlplane.allocations;

import static io.gpuaas.api.AllocationState.ACTIVE;
import static io.gpuaas.api.AllocationState.FAILED;
import static io.gpuaas.api.AllocationState.PROVISIONING;
import static io.gpuaas.api.AllocationState.QUEUED;
import static io.gpuaas.api.AllocationState.RELEASED;
import static io.gpuaas.api.AllocationState.RELEASE_FAILED;
import static io.gpuaas.api.AllocationState.RELEASING;
import static io.gpuaas.api.AllocationState.REQUESTED;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.allocations.AllocationRecord.Reason;
import io.gpuaas.controlplane.allocations.AllocationRecord.Standing;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The one table of how an allocation's state may change, and the one method that changes it. Pure. */
final class AllocationStateMachine {

    private static final Map<AllocationState, Set<AllocationState>> NEXT = Map.of(
            QUEUED, EnumSet.of(REQUESTED, RELEASED),
            REQUESTED, EnumSet.of(PROVISIONING, RELEASING),
            PROVISIONING, EnumSet.of(ACTIVE, RELEASING),
            ACTIVE, EnumSet.of(RELEASING),
            RELEASING, EnumSet.of(RELEASED, FAILED, RELEASE_FAILED),
            RELEASE_FAILED, EnumSet.of(RELEASING),
            RELEASED, EnumSet.noneOf(AllocationState.class),
            FAILED, EnumSet.noneOf(AllocationState.class));

    private AllocationStateMachine() {}

    static boolean allowed(AllocationState from, AllocationState to) {
        return NEXT.getOrDefault(from, Set.of()).contains(to);
    }

    /** Nothing ever happens to it any more. */
    static boolean isFinal(AllocationState state) {
        return NEXT.getOrDefault(state, Set.of()).isEmpty();
    }

    /** True when the allocation holds slots exclusively. */
    static boolean holdsCapacity(AllocationState state) {
        return state != QUEUED && !isFinal(state);
    }

    /** How an allocation comes into being. */
    static Standing begin(AllocationState state, Instant now, @Nullable Reason why) {
        if (state != QUEUED && state != REQUESTED) {
            throw new IllegalArgumentException("no allocation begins as " + state);
        }
        return new Standing(state, now, null, null, null, why);
    }

    static AllocationRecord move(AllocationRecord allocation, AllocationState to, Instant now) {
        Standing before = allocation.standing();
        if (!allowed(before.state(), to)) {
            throw AllocationErrors.stateConflict(before.state(), to);
        }
        return allocation
                .with(new Standing(
                        to,
                        now,
                        to == ACTIVE ? now : before.activeAt(),
                        isFinal(to) ? now : null,
                        before.outcome(),
                        before.reason()))
                .with(AllocationRecord.Step.NONE);
    }
}
