package io.gpuaas.controlplane.allocations.drivers;

import io.temporal.activity.ActivityInterface;
import org.jspecify.annotations.Nullable;

/** What a workflow has done outside of itself. */
@ActivityInterface
public interface AdvanceActivity {

    /** How long to wait before the next look, or -1 when nothing is left; and the task that is waited for, if any. */
    record Look(long waitMillis, @Nullable String taskId) {}

    /** Brings the allocation on as far as it goes now. */
    Look advance(String allocationId);

    /** Ends when the task has: whoever hears of its end completes this from outside, by its token. */
    void untilTaskEnds(String allocationId, String taskId);
}
