package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.kernel.AllocationId;
import org.springframework.stereotype.Component;

/** Lets other domains end allocations, in the caller's transaction. */
@Component
public class ForcedRelease {

    private final Allocations allocations;
    private final AllocationStore store;

    ForcedRelease(Allocations allocations, AllocationStore store) {
        this.allocations = allocations;
        this.store = store;
    }

    /**
     * Releases a protected allocation too. Does nothing when it is ending already, so a repeated or late call is
     * harmless.
     */
    public void force(AllocationId id, String reason) {
        AllocationState state =
                store.lock(id).orElseThrow(AllocationErrors::noSuchAllocation).state();
        if (state != AllocationState.RELEASING
                && state != AllocationState.RELEASE_FAILED
                && !AllocationStateMachine.isFinal(state)) {
            allocations.forceRelease(id, reason);
        }
    }
}
