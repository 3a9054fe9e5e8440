package io.gpuaas.controlplane.allocations.drivers;

import io.gpuaas.controlplane.allocations.Advance;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.TaskId;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import java.time.Clock;
import java.time.Duration;

/** Runs the activities of workflows in this process. */
final class AdvanceActivities implements AdvanceActivity {

    private final Advance advance;
    private final WaitingTokens tokens;
    private final Clock clock;

    AdvanceActivities(Advance advance, WaitingTokens tokens, Clock clock) {
        this.advance = advance;
        this.tokens = tokens;
        this.clock = clock;
    }

    @Override
    public Look advance(String allocationId) {
        AllocationId id = AllocationId.parse(allocationId);
        return advance.advance(id)
                .map(next -> new Look(
                        Math.max(0, Duration.between(clock.instant(), next).toMillis()),
                        advance.findAwaited(id).map(TaskId::toString).orElse(null)))
                .orElse(new Look(-1, null));
    }

    /** The token is stored before the task is read: a task that ends after that read finds the token. */
    @Override
    public void untilTaskEnds(String allocationId, String taskId) {
        AllocationId id = AllocationId.parse(allocationId);
        ActivityExecutionContext context = Activity.getExecutionContext();
        tokens.put(id, context.getTaskToken());
        boolean isOpen =
                advance.findAwaited(id).filter(TaskId.parse(taskId)::equals).isPresent();
        if (isOpen) {
            context.doNotCompleteOnReturn();
        } else {
            tokens.take(id);
        }
    }
}
