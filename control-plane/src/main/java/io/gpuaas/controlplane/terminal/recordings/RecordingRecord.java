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
        Owner owner,
        NodeId node,
        Mode mode,
        Times times,
        @Nullable String endReason,
        Window window,
        Contents contents) {

    /** The holder of the terminal and the person who opened it. */
    record Owner(TenantId tenant, ProjectId project, AllocationId allocation, PrincipalId principal) {}

    /** How the terminal was recorded. */
    record Mode(boolean isStrict, boolean recordsInput) {}

    /** When the recording began and ended, and when it may be deleted. */
    record Times(Instant beganAt, @Nullable Instant endedAt, Instant deleteAfter) {}

    /** The size of the screen at the beginning. */
    record Window(int columns, int rows) {}

    /** The segments stored so far, all together. The number of the last one is known once the end was reported. */
    record Contents(
            int segments,
            long bytes,
            long durationMillis,
            @Nullable Integer lastSegment) {}

    /** A segment in the manifest. */
    record SegmentRecord(
            TerminalId terminal,
            int number,
            String sha256,
            boolean isChained,
            Span millis,
            Span offsets,
            int bytes,
            Instant storedAt) {}

    /** A part of the recording: the first value that belongs to it and the one at its end. */
    record Span(long from, long to) {}
}
