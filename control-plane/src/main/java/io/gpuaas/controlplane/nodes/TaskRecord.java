package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.NodeTask;
import io.gpuaas.kernel.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A row of nodes.task. */
record TaskRecord(
        TaskId id,
        NodeId node,
        String type,
        NodeTask.Payload payload,
        TaskState state,
        int attempt,
        int attemptsMax,
        boolean repeatable,
        @Nullable Long sequence,
        Instant createdAt,
        Instant deadlineAt,
        @Nullable Instant sentAt,
        @Nullable Instant expiresAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Instant cancelRequestedAt,
        int eventIndex,
        int eventBytes,
        @Nullable String phase,
        @Nullable String code,
        @Nullable String message,
        @Nullable String output,
        CorrelationId correlation) {

    /** An attempt that reports anything runs. */
    TaskRecord running(int lastEvent, int bytes, @Nullable String newPhase, Instant now) {
        return new TaskRecord(
                id,
                node,
                type,
                payload,
                TaskState.RUNNING,
                attempt,
                attemptsMax,
                repeatable,
                sequence,
                createdAt,
                deadlineAt,
                sentAt,
                expiresAt,
                startedAt == null ? now : startedAt,
                finishedAt,
                cancelRequestedAt,
                lastEvent,
                bytes,
                newPhase == null ? phase : newPhase,
                code,
                message,
                output,
                correlation);
    }

    static TaskRecord read(ResultSet row, int number) throws SQLException {
        return new TaskRecord(
                new TaskId(row.getObject("id", UUID.class)),
                new NodeId(row.getObject("node_id", UUID.class)),
                row.getString("type"),
                new NodeTask.Payload(row.getBytes("payload")),
                TaskState.of(row.getString("state")),
                row.getInt("attempt"),
                row.getInt("attempts_max"),
                row.getBoolean("repeatable"),
                Columns.optionalLong(row, "sequence"),
                Columns.instant(row, "created_at"),
                Columns.instant(row, "deadline_at"),
                Columns.optionalInstant(row, "sent_at"),
                Columns.optionalInstant(row, "expires_at"),
                Columns.optionalInstant(row, "started_at"),
                Columns.optionalInstant(row, "finished_at"),
                Columns.optionalInstant(row, "cancel_requested_at"),
                row.getInt("event_index"),
                row.getInt("event_bytes"),
                row.getString("phase"),
                row.getString("code"),
                row.getString("message"),
                row.getString("output"),
                new CorrelationId(row.getString("correlation_id")));
    }
}
