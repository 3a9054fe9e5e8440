package io.gpuaas.controlplane.terminal.commands;

import io.gpuaas.api.CommandState;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CommandId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command as the database has it. */
record CommandRecord(
        CommandId id,
        TenantId tenant,
        ProjectId project,
        AllocationId allocation,
        NodeId node,
        PrincipalId principal,
        TaskId startTask,
        List<String> argv,
        Times times,
        End end,
        Output output) {

    record Times(
            Instant requestedAt, Instant endsAt, @Nullable Instant endedAt, Duration kept) {}

    /** Also of a command that has not ended, which has a state only. */
    record End(
            CommandState state,
            @Nullable Integer exitCode,
            @Nullable String reason,
            @Nullable Long stdoutBytes,
            @Nullable Long stderrBytes,
            boolean truncated) {

        static final End REQUESTED = new End(CommandState.REQUESTED, null, null, null, null, false);

        static End because(CommandState state, String reason) {
            return new End(state, null, reason, null, null, false);
        }
    }

    record Output(long max, long stdoutStored, long stderrStored, int pieces) {}

    boolean isOver() {
        return times.endedAt() != null;
    }
}
