package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.LateWrites;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The tasks of single nodes. Statements about all of them at once are in {@link TaskSweeper}. */
@Component
class TaskStore {

    private static final String ADD_EVENT = """
            INSERT INTO nodes.task_event (task_id, attempt, index, at, kind, phase, text)
            VALUES (:task, :attempt, :index, :at, :kind, :phase, :text) ON CONFLICT DO NOTHING""";

    private static final String ADD = """
            INSERT INTO nodes.task (id, node_id, type, payload, state, attempts_max, repeatable, created_at,
                not_before, deadline_at, correlation_id, tenant_id, project_id)
            SELECT :id, n.id, :type, :payload, 'queued', :attempts, :repeatable, :now, :now, :deadline, :correlation,
                :tenant::uuid, :project::uuid
            FROM nodes.node n WHERE n.id = :node AND n.state <> 'retired' AND (
                SELECT count(*) FROM nodes.task t
                WHERE t.node_id = n.id AND t.state IN ('queued', 'sent', 'running')) < :openMax""";

    private static final String END = """
            UPDATE nodes.task
            SET state = :state, code = :code, message = :message, output = :output, finished_at = :now,
                event_index = :index, event_bytes = :bytes, phase = :phase, started_at = :started
            WHERE id = :id AND state IN ('queued', 'sent', 'running')""";

    private final JdbcClient jdbc;
    private final LateWrites writes;

    TaskStore(JdbcClient jdbc, LateWrites writes) {
        this.jdbc = jdbc;
        this.writes = writes;
    }

    /** The transaction fails with this when the node takes no more: gone, or busy enough. */
    void add(TaskRecord task, Call call, int openMax, Supplier<RuntimeException> takesNoMore) {
        writes.add(
                ADD,
                new MapSqlParameterSource("openMax", openMax)
                        .addValue("id", task.id().value())
                        .addValue("node", task.node().value())
                        .addValue("type", task.type())
                        .addValue("payload", task.order().payload().bytes())
                        .addValue("attempts", task.order().attemptsMax())
                        .addValue("repeatable", task.order().repeatable())
                        .addValue("now", Columns.time(task.order().createdAt()))
                        .addValue("deadline", Columns.time(task.order().deadlineAt()))
                        .addValue("correlation", task.order().correlation().value())
                        .addValue(
                                "tenant",
                                call.tenantId() == null ? null : call.tenantId().value(),
                                Types.OTHER)
                        .addValue(
                                "project",
                                call.projectId() == null
                                        ? null
                                        : call.projectId().value(),
                                Types.OTHER),
                takesNoMore);
    }

    /** Sends gathered writes, so that later statements see the tasks this transaction has added and ended. */
    private void sendGathered() {
        writes.send(ADD);
        writes.send(END);
    }

    Optional<NodeState> findState(NodeId node) {
        return jdbc.sql("SELECT state FROM nodes.node WHERE id = :node")
                .param("node", node.value())
                .query((row, n) -> NodeState.of(row.getString(1)))
                .optional();
    }

    Optional<TaskRecord> find(TaskId id) {
        sendGathered();
        return jdbc.sql("SELECT * FROM nodes.task WHERE id = :id")
                .param("id", id.value())
                .query(TaskRecord::read)
                .optional();
    }

    /** Those of these that ended otherwise than well. */
    Set<TaskId> findFailed(Collection<TaskId> ids) {
        sendGathered();
        return jdbc.sql("SELECT id FROM nodes.task WHERE id = ANY (:ids) AND state = ANY (:states)")
                .param("ids", ids.stream().map(TaskId::value).toArray(UUID[]::new))
                .param(
                        "states",
                        Arrays.stream(TaskState.values())
                                .filter(state -> state.ended() && state != TaskState.SUCCEEDED)
                                .map(TaskState::wire)
                                .toArray(String[]::new))
                .query((row, n) -> new TaskId(row.getObject("id", UUID.class)))
                .set();
    }

    Optional<TaskRecord> lock(TaskId id) {
        sendGathered();
        return jdbc.sql("SELECT * FROM nodes.task WHERE id = :id FOR UPDATE")
                .param("id", id.value())
                .query(TaskRecord::read)
                .optional();
    }

    /** A task, and what its node must be for a report about it to be believed. */
    record Awaited(
            TaskRecord task, int incarnation, @Nullable TaskId rebuild) {}

    /**
     * Locks in one order everywhere, so that transactions cannot deadlock. The node's row is read with the task's: a
     * rebuild that began before the task was created is seen even if this process has not received its event.
     */
    Map<TaskId, Awaited> lock(Collection<TaskId> ids) {
        sendGathered();
        return jdbc
                .sql("SELECT t.*, n.incarnation, n.rebuild_id FROM nodes.task t JOIN nodes.node n ON n.id = t.node_id"
                        + " WHERE t.id = " + Columns.ANY_OF_IDS + " ORDER BY t.id FOR UPDATE OF t")
                .param("ids", ids.stream().map(TaskId::value).toArray(UUID[]::new))
                .query((row, n) -> {
                    UUID rebuild = row.getObject("rebuild_id", UUID.class);
                    return new Awaited(
                            TaskRecord.read(row, n),
                            row.getInt("incarnation"),
                            rebuild == null ? null : new TaskId(rebuild));
                })
                .list()
                .stream()
                .collect(Collectors.toMap(awaited -> awaited.task().id(), row -> row));
    }

    List<TaskRecord> list(NodeId node, @Nullable TaskState state, @Nullable UUID before, int limit) {
        sendGathered();
        return jdbc.sql("""
                SELECT * FROM nodes.task
                WHERE node_id = :node AND (:state::text IS NULL OR state = :state)
                  AND (:before::uuid IS NULL OR id < :before)
                ORDER BY id DESC LIMIT :limit""")
                .param("node", node.value())
                .param("state", state == null ? null : state.wire())
                .param("before", before)
                .param("limit", limit)
                .query(TaskRecord::read)
                .list();
    }

    List<TaskRecord> lockOpen(NodeId node) {
        sendGathered();
        return jdbc.sql("""
                SELECT * FROM nodes.task WHERE node_id = :node AND state IN ('queued', 'sent', 'running')
                ORDER BY id FOR UPDATE""").param("node", node.value()).query(TaskRecord::read).list();
    }

    /** Whether the node's latest drain or undrain task was a drain. */
    boolean wasLastToldToDrain(NodeId node) {
        sendGathered();
        return jdbc.sql("""
                SELECT type FROM nodes.task WHERE node_id = :node AND type IN (:drain, :undrain)
                ORDER BY id DESC LIMIT 1""")
                .param("node", node.value())
                .param("drain", Fleet.DRAIN)
                .param("undrain", Fleet.UNDRAIN)
                .query(String.class)
                .optional()
                .filter(Fleet.DRAIN::equals)
                .isPresent();
    }

    /** Draining nodes without an open drain task that were not sent one recently. */
    List<NodeId> drainingUntoldSince(Instant time, int limit) {
        return jdbc.sql("""
                SELECT n.id FROM nodes.node n WHERE n.state = 'draining' AND NOT EXISTS (
                    SELECT 1 FROM nodes.task t WHERE t.node_id = n.id AND t.type = :drain
                      AND (t.state IN ('queued', 'sent', 'running') OR t.created_at > :time))
                ORDER BY n.id LIMIT :limit""")
                .param("drain", Fleet.DRAIN)
                .param("time", Columns.time(time))
                .param("limit", limit)
                .query((row, n) -> new NodeId(row.getObject(1, UUID.class)))
                .list();
    }

    boolean isDrainUntoldSince(NodeId node, Instant time) {
        sendGathered();
        return jdbc.sql("""
                SELECT NOT EXISTS (
                    SELECT 1 FROM nodes.task WHERE node_id = :node AND type = :drain
                      AND (state IN ('queued', 'sent', 'running') OR created_at > :time))""")
                .param("node", node.value())
                .param("drain", Fleet.DRAIN)
                .param("time", Columns.time(time))
                .query(Boolean.class)
                .single();
    }

    /** Whether the node was sent no later drain than this one. */
    boolean isLastDrain(NodeId node, TaskId task) {
        sendGathered();
        return jdbc.sql("""
                SELECT NOT EXISTS (
                    SELECT 1 FROM nodes.task WHERE node_id = :node AND type = :drain AND id > :task)""")
                .param("node", node.value())
                .param("drain", Fleet.DRAIN)
                .param("task", task.value())
                .query(Boolean.class)
                .single();
    }

    void requestCancel(TaskId id, Instant now) {
        sendGathered();
        jdbc.sql("UPDATE nodes.task SET cancel_requested_at = coalesce(cancel_requested_at, :now) WHERE id = :id")
                .param("id", id.value())
                .param("now", Columns.time(now))
                .update();
    }

    /** Which nodes have something waiting for them; what was sent a moment ago may still be on its way. */
    Set<NodeId> nodesWithWork(Instant now, Duration onItsWay) {
        return jdbc
                .sql("""
                SELECT DISTINCT node_id FROM nodes.task WHERE state = 'queued' AND not_before <= :now
                UNION SELECT DISTINCT node_id FROM nodes.task
                    WHERE state IN ('sent', 'running') AND cancel_requested_at IS NOT NULL AND cancel_told_at IS NULL
                UNION SELECT DISTINCT t.node_id FROM nodes.task t JOIN nodes.node n ON n.id = t.node_id
                    WHERE t.state = 'sent' AND t.sequence > n.sequence_confirmed AND t.sent_at < :before""")
                .param("now", Columns.time(now))
                .param("before", Columns.time(now.minus(onItsWay)))
                .query((row, n) -> new NodeId(row.getObject(1, UUID.class)))
                .list()
                .stream()
                .collect(Collectors.toSet());
    }

    void saveProgress(TaskRecord running) {
        sendGathered();
        jdbc.sql("""
                UPDATE nodes.task SET state = :state, event_index = :index, event_bytes = :bytes, phase = :phase,
                    started_at = :started
                WHERE id = :id""")
                .param("id", running.id().value())
                .param("state", running.state().wire())
                .param("index", running.reported().eventIndex())
                .param("bytes", running.reported().eventBytes())
                .param("phase", running.reported().phase())
                .param("started", Columns.optionalTime(running.times().startedAt()))
                .update();
    }

    record Kept(
            int index,
            Instant at,
            String kind,
            @Nullable String phase,
            @Nullable String text) {}

    void addEvents(TaskRecord task, List<Kept> events) {
        events.forEach(event -> writes.add(
                ADD_EVENT,
                new MapSqlParameterSource("task", task.id().value())
                        .addValue("attempt", task.attempt())
                        .addValue("index", event.index())
                        .addValue("at", Columns.time(event.at()))
                        .addValue("kind", event.kind())
                        .addValue("phase", event.phase(), Types.VARCHAR)
                        .addValue("text", event.text(), Types.VARCHAR)));
    }

    record AttemptEvent(int attempt, Kept event) {}

    /** The last ones, oldest first. */
    List<AttemptEvent> events(TaskId id, int limit) {
        return jdbc.sql("""
                SELECT * FROM (
                    SELECT * FROM nodes.task_event WHERE task_id = :id
                    ORDER BY attempt DESC, index DESC LIMIT :limit) newest
                ORDER BY attempt, index""")
                .param("id", id.value())
                .param("limit", limit)
                .query((row, n) -> new AttemptEvent(
                        row.getInt("attempt"),
                        new Kept(
                                row.getInt("index"),
                                Columns.instant(row, "at"),
                                row.getString("kind"),
                                row.getString("phase"),
                                row.getString("text"))))
                .list();
    }

    /** With how far it had come. The transaction fails with this when it had ended before. */
    void end(TaskRecord task, TaskState state, TaskEnd end, Instant now, Supplier<RuntimeException> hadEnded) {
        writes.send(ADD);
        writes.add(
                END,
                new MapSqlParameterSource("id", task.id().value())
                        .addValue("state", state.wire())
                        .addValue("code", end.code(), Types.VARCHAR)
                        .addValue("message", end.message(), Types.VARCHAR)
                        .addValue("output", end.output(), Types.VARCHAR)
                        .addValue("index", task.reported().eventIndex())
                        .addValue("bytes", task.reported().eventBytes())
                        .addValue("phase", task.reported().phase(), Types.VARCHAR)
                        .addValue(
                                "started",
                                Columns.optionalTime(task.times().startedAt()),
                                Types.TIMESTAMP_WITH_TIMEZONE)
                        .addValue("now", Columns.time(now)),
                hadEnded);
    }

    void queueAgain(TaskRecord task, TaskEnd why, Instant notBefore) {
        sendGathered();
        jdbc.sql("""
                UPDATE nodes.task
                SET state = 'queued', attempt = attempt + 1, sequence = NULL, sent_at = NULL, expires_at = NULL,
                    started_at = NULL, cancel_told_at = NULL, event_index = -1, phase = NULL, code = :code,
                    message = :message, not_before = :notBefore, event_bytes = :bytes
                WHERE id = :id""")
                .param("bytes", task.reported().eventBytes())
                .param("id", task.id().value())
                .param("code", why.code())
                .param("message", why.message())
                .param("notBefore", Columns.time(notBefore))
                .update();
    }

    int deleteEndedBefore(Instant time, int batch) {
        return jdbc.sql("""
                DELETE FROM nodes.task WHERE id IN (
                    SELECT id FROM nodes.task WHERE finished_at < :time LIMIT :batch)""")
                .param("time", Columns.time(time))
                .param("batch", batch)
                .update();
    }
}
