package io.gpuaas.controlplane.allocations;

import io.temporal.activity.ActivityInterface;

/** What a workflow has done outside of itself. */
@ActivityInterface
public interface AdvanceActivity {

    /** Brings the allocation on; how many milliseconds to wait before the next look, or -1 when nothing is left. */
    long advance(String allocationId);
}
