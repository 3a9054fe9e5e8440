package io.gpuaas.controlplane.allocations;

import io.gpuaas.kernel.AllocationId;
import java.time.Instant;

/**
 * Calls {@link Advance} for an allocation until it says that nothing is left to do, whatever process dies in between.
 * A port with two adapters: timers in the database, and Temporal.
 */
public interface LifecycleDriver {

    /** In the caller's transaction: at that time at the latest, the allocation is advanced. */
    void follow(AllocationId id, Instant at);

    /** Something happened that concerns it. Called after the commit; a lost call costs time, nothing else. */
    void wake(AllocationId id);
}
