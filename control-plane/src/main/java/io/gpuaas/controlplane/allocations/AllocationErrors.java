package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.time.Duration;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

final class AllocationErrors {

    private AllocationErrors() {}

    static ProblemException nothingReported() {
        return ProblemException.of(
                ErrorCode.ALLOCATION_STATE_CONFLICT,
                "The allocation has no reported fault that awaits an operator's decision.");
    }

    static ProblemException noSuchAllocation() {
        return ProblemException.notFound("allocation");
    }

    static ProblemException stateConflict(AllocationState from, AllocationState to) {
        return stateConflict(from, "change to " + to.wire());
    }

    static ProblemException stateConflict(AllocationState state, String what) {
        return ProblemException.of(
                ErrorCode.ALLOCATION_STATE_CONFLICT, "The allocation is " + state.wire() + " and cannot " + what + ".");
    }

    static ProblemException changedMeanwhile() {
        return ProblemException.of(
                ErrorCode.ALLOCATION_STATE_CONFLICT,
                "The allocation was changed by another request. Read it again, then retry.");
    }

    static ProblemException isProtected() {
        return ProblemException.of(
                ErrorCode.ALLOCATION_PROTECTED, "The allocation is protected. Unprotect it before you release it.");
    }

    static ProblemException noEnd() {
        return ProblemException.of(ErrorCode.ALLOCATION_STATE_CONFLICT, "The allocation has no time limit to extend.");
    }

    static ProblemException nothingToSnooze() {
        return ProblemException.of(
                ErrorCode.ALLOCATION_STATE_CONFLICT,
                "There is no automatic release to postpone: the allocation has no time limit, and its GPUs are not idle"
                        + " or the release was postponed already.");
    }

    static ProblemException limitTooLong(String what, @Nullable Duration max) {
        return ProblemException.of(
                ErrorCode.QUOTA_EXCEEDED,
                "The " + what + " of an allocation in this project is at most " + max + ", set by the operator.");
    }

    static ProblemException forcedTooOften(int max) {
        return ProblemException.of(
                ErrorCode.ALLOCATION_STATE_CONFLICT,
                "The release was already forced " + max + " times. If the node is permanently gone, retire it.");
    }

    static ProblemException quotaExceeded(Quotas.Excess excess) {
        return ProblemException.of(ErrorCode.QUOTA_EXCEEDED, excess.sentence());
    }

    static ProblemException tooLarge(int gpus, long limit) {
        return ProblemException.of(
                ErrorCode.QUOTA_EXCEEDED,
                "An allocation can have at most " + limit + " GPUs, but " + gpus + " were requested.");
    }

    static ProblemException cannotRebuild(String sku) {
        return ProblemException.of(
                ErrorCode.HOST_REBUILD_UNAVAILABLE,
                sku
                        + " requires hosts that are rebuilt between tenants, which this installation cannot do."
                        + " Nothing was allocated.");
    }

    static ProblemException hopeless(String sku, int count) {
        return noCapacity("No host in this fleet can hold " + count + " of " + sku
                + ", even if it were empty. The request was not queued. Request a smaller count.");
    }

    static String noLongerSold(Sku sku, int count) {
        return sku.name() + " is no longer sold in counts of " + count + ", only in "
                + sku.counts().stream().map(String::valueOf).collect(Collectors.joining(", "))
                + ". Release this allocation and create a new one.";
    }

    static ProblemException noCapacity(String sentence) {
        return ProblemException.of(ErrorCode.CAPACITY_SHORT, sentence);
    }
}
