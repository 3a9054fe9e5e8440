package io.gpuaas.controlplane.allocations.drivers;

import io.gpuaas.controlplane.allocations.drivers.AdvanceActivity.Look;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/** Runs inside Temporal: no clock, thread or database of its own. */
public final class AllocationWorkflowRun implements AllocationWorkflow {

    /** A history stays short; the next run begins where this one ends. */
    private static final int LOOKS_MAX = 500;

    /** A longer task is looked at after this time and waited for again. */
    private static final Duration TASK_WAIT_MAX = Duration.ofMinutes(5);

    private final AdvanceActivity activity = Workflow.newActivityStub(
            AdvanceActivity.class,
            ActivityOptions.newBuilder()
                    .setStartToCloseTimeout(Duration.ofMinutes(1))
                    .setRetryOptions(RetryOptions.newBuilder()
                            .setInitialInterval(Duration.ofSeconds(1))
                            .setMaximumInterval(Duration.ofMinutes(1))
                            .build())
                    .build());
    private final AdvanceActivity waiting = Workflow.newActivityStub(
            AdvanceActivity.class,
            ActivityOptions.newBuilder()
                    .setScheduleToCloseTimeout(TASK_WAIT_MAX)
                    .setCancellationType(ActivityCancellationType.ABANDON)
                    .setRetryOptions(
                            RetryOptions.newBuilder().setMaximumAttempts(1).build())
                    .build());
    private boolean woken;

    @Override
    public void follow(String allocationId) {
        for (int look = 0; look < LOOKS_MAX; look++) {
            woken = false;
            Look seen = activity.advance(allocationId);
            // A signal that came meanwhile means that there is news since that look.
            if (seen.waitMillis() < 0 && !woken) {
                return;
            }
            String task = seen.taskId();
            if (task == null) {
                Workflow.await(Duration.ofMillis(Math.max(seen.waitMillis(), 0)), () -> woken);
            } else {
                awaitTask(allocationId, task);
            }
        }
        Workflow.continueAsNew(allocationId);
    }

    /** Whichever comes first: its end, news of another kind, or the time to look anyway. */
    private void awaitTask(String allocationId, String task) {
        if (woken) {
            return;
        }
        CancellationScope scope = Workflow.newCancellationScope(() -> {
            Promise<Void> ended = Async.procedure(waiting::untilTaskEnds, allocationId, task);
            Workflow.await(() -> woken || ended.isCompleted());
        });
        scope.run();
        scope.cancel();
    }

    @Override
    public void wake() {
        woken = true;
    }
}
