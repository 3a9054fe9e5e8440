package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.allocations.AllocationRecord.Reason;
import io.gpuaas.controlplane.inventory.HeldSlot;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The next step of an allocation, decided by {@link Lifecycle} and taken by {@link Advance}. */
sealed interface Act {

    /** Nothing to do before then, unless somebody calls. */
    record Wait(Instant until) implements Act {}

    /** Nothing to do ever, or not before somebody acts. */
    record Rest() implements Act {}

    /** It waited in vain. */
    record Leave(Reason why) implements Act {}

    record Provision() implements Act {}

    /** The reason says why an earlier phase was left out. */
    record Begin(PhasePlan plan, @Nullable Reason why) implements Act {

        Begin(PhasePlan plan) {
            this(plan, null);
        }
    }

    record StartTask(PhasePlan plan, List<HeldSlot> slots) implements Act {}

    record TryAgain(Instant notBefore, Reason why) implements Act {}

    /** The node has proven that it works. */
    record Activate() implements Act {}

    /** From any state that holds something to giving it back. */
    record Release(AllocationState outcome, Reason why) implements Act {}

    /** The slots are free. */
    record Finish() implements Act {}

    record GiveUp(Reason why) implements Act {}

    record NoteStuck() implements Act {}

    /** Of a node that is away nobody knows whether it worked after it was last heard. Not charged when it is believed. */
    record Degrade(String reason, boolean nodeIsAway, boolean isBelieved) implements Act {}

    /** The platform sees the fault a tenant reported, so charging stops now. */
    record Believe(String reason, boolean nodeIsAway) implements Act {}

    /** Its holder keeps the release from finishing, and pays for that. */
    record ChargeRelease(Reason why) implements Act {}

    /** The holder did not cause the trouble of the release, so charging stops. */
    record StopChargingRelease(Reason why) implements Act {}

    /** The slots are free, but GPUs that its holder reported are found faulty and not sold. */
    record FinishFaulty(Reason why) implements Act {}

    record Recover() implements Act {}

    record Warn(Instant expiresAt) implements Act {}

    record NoteIdle(@Nullable Instant since) implements Act {}

    record GiveKeys(List<HeldSlot> slots) implements Act {}

    /** The task that was to give the keys has ended. */
    record SettleKeys(boolean given) implements Act {}
}
