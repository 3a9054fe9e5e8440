package io.gpuaas.controlplane.allocations.drivers;

import io.temporal.activity.ActivityInterface;
import org.jspecify.annotations.Nullable;

/** The activities of an allocation's workflow. */
@ActivityInterface
public interface AdvanceActivity {

    /** How long to wait before the next look, or -1 when nothing is left; and the task that is waited for, if any. */
    record Look(long waitMillis, @Nullable String taskId) {}

    /** Brings the allocation on as far as it goes now. */
    Look advance(String allocationId);

    /** Ends when the task has ended: {@link WaitingTokens} completes it from outside. */
    void untilTaskEnds(String allocationId, String taskId);
}
