package io.gpuaas.controlplane.terminal;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.kernel.TerminalId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A terminal as the database has it. */
public record TerminalRecord(
        TerminalId id,
        TenantId tenant,
        ProjectId project,
        AllocationId allocation,
        NodeId node,
        PrincipalId principal,
        Instant openedAt,
        Instant endsAt,
        @Nullable Instant begunAt,
        @Nullable Instant endedAt,
        TerminalEnd end) {

    boolean isOver(Instant now) {
        return endedAt != null || !now.isBefore(endsAt);
    }
}
