package io.gpuaas.controlplane.terminal.recordings;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.kernel.TerminalId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A recording as the database has it. */
record RecordingRecord(
        TerminalId terminal,
        TenantId tenant,
        ProjectId project,
        AllocationId allocation,
        NodeId node,
        PrincipalId principal,
        boolean isStrict,
        boolean recordsInput,
        Instant beganAt,
        @Nullable Instant endedAt,
        @Nullable String endReason,
        int columns,
        int rows,
        int segments,
        long bytes,
        long durationMillis,
        Instant deleteAfter,
        @Nullable Integer lastSegment) {

    /** A segment in the manifest. */
    record SegmentRecord(
            TerminalId terminal,
            int number,
            String sha256,
            boolean isChained,
            long fromMillis,
            long toMillis,
            long fromOffset,
            long toOffset,
            int bytes,
            Instant storedAt) {}
}
