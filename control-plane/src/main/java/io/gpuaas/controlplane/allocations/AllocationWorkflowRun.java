package io.gpuaas.controlplane.allocations;

import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/** Runs inside Temporal: no clock, thread or database of its own. */
public final class AllocationWorkflowRun implements AllocationWorkflow {

    /** A history stays short; the next run begins where this one ends. */
    private static final int LOOKS_MAX = 500;

    private final AdvanceActivity activity = Workflow.newActivityStub(
            AdvanceActivity.class,
            ActivityOptions.newBuilder()
                    .setStartToCloseTimeout(Duration.ofMinutes(1))
                    .setRetryOptions(RetryOptions.newBuilder()
                            .setInitialInterval(Duration.ofSeconds(1))
                            .setMaximumInterval(Duration.ofMinutes(1))
                            .build())
                    .build());
    private boolean woken;

    @Override
    public void follow(String allocationId) {
        for (int look = 0; look < LOOKS_MAX; look++) {
            woken = false;
            long waitMillis = activity.advance(allocationId);
            // A signal that came meanwhile means that there is news since that look.
            if (waitMillis < 0 && !woken) {
                return;
            }
            Workflow.await(Duration.ofMillis(Math.max(waitMillis, 0)), () -> woken);
        }
        Workflow.continueAsNew(allocationId);
    }

    @Override
    public void wake() {
        woken = true;
    }
}
