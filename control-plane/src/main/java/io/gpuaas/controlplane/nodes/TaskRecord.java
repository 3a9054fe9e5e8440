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

/** A row of nodes.task, in the parts that change together. */
record TaskRecord(
        TaskId id, NodeId node, Order order, TaskState state, Delivery delivery, Times times, Reported reported) {

    /** The task as it was given. It never changes. */
    record Order(
            String type,
            NodeTask.Payload payload,
            int attemptsMax,
            boolean repeatable,
            Instant createdAt,
            Instant deadlineAt,
            CorrelationId correlation) {}

    /** The attempt in hand, and the envelope in which the node was sent it. */
    record Delivery(
            int attempt,
            @Nullable Long sequence,
            @Nullable Instant sentAt,
            @Nullable Instant expiresAt) {

        static final Delivery FIRST = new Delivery(1, null, null, null);
    }

    record Times(
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt,
            @Nullable Instant cancelRequestedAt) {

        static final Times NONE = new Times(null, null, null);
    }

    /** The progress and the result that the node reported. */
    record Reported(
            int eventIndex,
            int eventBytes,
            @Nullable String phase,
            @Nullable String code,
            @Nullable String message,
            @Nullable String output) {

        static final Reported NOTHING = new Reported(-1, 0, null, null, null, null);
    }

    static TaskRecord queued(TaskId id, NodeId node, Order order) {
        return new TaskRecord(id, node, order, TaskState.QUEUED, Delivery.FIRST, Times.NONE, Reported.NOTHING);
    }

    String type() {
        return order.type();
    }

    int attempt() {
        return delivery.attempt();
    }

    /** An attempt that reports anything runs. */
    TaskRecord running(int lastEvent, int bytes, @Nullable String newPhase, Instant now) {
        return new TaskRecord(
                id,
                node,
                order,
                TaskState.RUNNING,
                delivery,
                new Times(
                        times.startedAt() == null ? now : times.startedAt(),
                        times.finishedAt(),
                        times.cancelRequestedAt()),
                new Reported(
                        lastEvent,
                        bytes,
                        newPhase == null ? reported.phase() : newPhase,
                        reported.code(),
                        reported.message(),
                        reported.output()));
    }

    static TaskRecord read(ResultSet row, int number) throws SQLException {
        return new TaskRecord(
                new TaskId(row.getObject("id", UUID.class)),
                new NodeId(row.getObject("node_id", UUID.class)),
                new Order(
                        row.getString("type"),
                        new NodeTask.Payload(row.getBytes("payload")),
                        row.getInt("attempts_max"),
                        row.getBoolean("repeatable"),
                        Columns.instant(row, "created_at"),
                        Columns.instant(row, "deadline_at"),
                        new CorrelationId(row.getString("correlation_id"))),
                TaskState.of(row.getString("state")),
                new Delivery(
                        row.getInt("attempt"),
                        Columns.optionalLong(row, "sequence"),
                        Columns.optionalInstant(row, "sent_at"),
                        Columns.optionalInstant(row, "expires_at")),
                new Times(
                        Columns.optionalInstant(row, "started_at"),
                        Columns.optionalInstant(row, "finished_at"),
                        Columns.optionalInstant(row, "cancel_requested_at")),
                new Reported(
                        row.getInt("event_index"),
                        row.getInt("event_bytes"),
                        row.getString("phase"),
                        row.getString("code"),
                        row.getString("message"),
                        row.getString("output")));
    }
}
