package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.allocations.AllocationRecord.Reason;
import io.gpuaas.controlplane.inventory.HeldSlot;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The next step of an allocation, decided by {@link Lifecycle} and taken by {@link Advance}. */
sealed interface NextStep {

    /** Nothing to do before then, unless a wake-up comes first. */
    record Wait(Instant until) implements NextStep {}

    /** Nothing to do, until a user or operator acts. */
    record Rest() implements NextStep {}

    /** The request leaves the queue without being placed. */
    record Leave(Reason why) implements NextStep {}

    record Provision() implements NextStep {}

    /** The reason says why an earlier phase was left out. */
    record Begin(PhasePlan plan, @Nullable Reason why) implements NextStep {

        Begin(PhasePlan plan) {
            this(plan, null);
        }
    }

    record StartTask(PhasePlan plan, List<HeldSlot> slots) implements NextStep {}

    record TryAgain(Instant notBefore, Reason why) implements NextStep {}

    /** The node has proven that it works. */
    record Activate() implements NextStep {}

    /** From any state that holds something to giving it back. */
    record Release(AllocationState outcome, Reason why) implements NextStep {}

    /** The slots are free. */
    record Finish() implements NextStep {}

    record FailRelease(Reason why) implements NextStep {}

    record NoteStuck() implements NextStep {}

    /** A node that is away may have stopped working when it was last seen. Not charged when the fault is believed. */
    record Degrade(String reason, boolean nodeIsAway, boolean isBelieved) implements NextStep {}

    /** The platform sees the fault a tenant reported, so charging stops now. */
    record Believe(String reason, boolean nodeIsAway) implements NextStep {}

    /** Its holder keeps the release from finishing, and pays for that. */
    record ChargeRelease(Reason why) implements NextStep {}

    /** The holder did not cause the trouble of the release, so charging stops. */
    record StopChargingRelease(Reason why) implements NextStep {}

    /** The slots are free, but GPUs that its holder reported are found faulty and not sold. */
    record FinishFaulty(Reason why) implements NextStep {}

    record Recover() implements NextStep {}

    record Warn(Instant expiresAt) implements NextStep {}

    record NoteIdle(@Nullable Instant since) implements NextStep {}

    record GiveKeys(List<HeldSlot> slots) implements NextStep {}

    /** The task that was to give the keys has ended. */
    record SettleKeys(boolean given) implements NextStep {}
}
