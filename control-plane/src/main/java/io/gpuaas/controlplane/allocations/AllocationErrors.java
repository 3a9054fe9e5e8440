package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.api.ReservationState;
import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.util.stream.Collectors;

final class AllocationErrors {

    private AllocationErrors() {}

    static ProblemException nothingReported() {
        return ProblemException.of(
                ErrorCode.ALLOCATION_STATE_CONFLICT,
                "Nothing about this allocation is reported that waits for an operator's word.");
    }

    static ProblemException noSuchAllocation() {
        return ProblemException.notFound("allocation");
    }

    static ProblemException stateConflict(AllocationState from, AllocationState to) {
        return stateConflict(from, "become " + to.wire());
    }

    static ProblemException stateConflict(AllocationState state, String what) {
        return ProblemException.of(
                ErrorCode.ALLOCATION_STATE_CONFLICT, "The allocation is " + state.wire() + " and cannot " + what + ".");
    }

    static ProblemException changedMeanwhile() {
        return ProblemException.of(
                ErrorCode.ALLOCATION_STATE_CONFLICT, "Somebody else changed the allocation at the same time.");
    }

    static ProblemException isProtected() {
        return ProblemException.of(
                ErrorCode.ALLOCATION_PROTECTED, "The allocation is protected. Unprotect it, then release it.");
    }

    static ProblemException noEnd() {
        return ProblemException.of(
                ErrorCode.ALLOCATION_STATE_CONFLICT, "The allocation has no time limit that could be extended.");
    }

    static ProblemException forcedTooOften(int max) {
        return ProblemException.of(
                ErrorCode.ALLOCATION_STATE_CONFLICT,
                "It was forced " + max + " times already. Retire its node when that is gone for good.");
    }

    static ProblemException notPlanned(ReservationState state) {
        return ProblemException.of(
                ErrorCode.ALLOCATION_STATE_CONFLICT, "The reservation is " + state.wire() + " and cannot be canceled.");
    }

    static ProblemException quotaExceeded(Quotas.Excess excess) {
        return ProblemException.of(ErrorCode.QUOTA_EXCEEDED, excess.sentence());
    }

    static ProblemException tooLarge(int gpus, long limit) {
        return ProblemException.of(
                ErrorCode.QUOTA_EXCEEDED,
                "One allocation has at most " + limit + " GPUs; " + gpus + " were asked for.");
    }

    static ProblemException cannotRebuild(String sku) {
        return ProblemException.of(
                ErrorCode.HOST_REBUILD_UNAVAILABLE,
                sku + " needs hosts that are built anew, and nothing here can do that. Nothing was taken.");
    }

    static ProblemException hopeless(String sku, int count) {
        return noCapacity("No host here could hold " + count + " of " + sku
                + ", even if nobody else held anything. It was not queued; ask for less.");
    }

    static String noLongerSold(Sku sku, int count) {
        return sku.name() + " is no longer sold in " + count + ". It is in "
                + sku.counts().stream().map(String::valueOf).collect(Collectors.joining(", "))
                + ": release this one and ask for that.";
    }

    static ProblemException noCapacity(String sentence) {
        return ProblemException.of(ErrorCode.CAPACITY_SHORT, sentence);
    }
}
