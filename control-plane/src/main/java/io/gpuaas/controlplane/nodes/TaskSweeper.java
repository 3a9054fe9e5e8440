package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.NodeId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Ends tasks, for all nodes at once, that no report will end any more. */
@Component
class TaskSweeper implements BackgroundWork {

    private static final int BATCH = 500;

    /** Extra time for the report of a task that started in time. */
    static final Duration GRACE = Duration.ofSeconds(30);

    /** A task that runs is in the node's heartbeats after this long at the latest. */
    private static final Duration HEARTBEAT_TELLS = Duration.ofMinutes(2);

    private static final String UNANSWERED = "state = 'sent' AND expires_at <= %s";
    private static final String LOST = """
            state = 'running' AND started_at <= %s AND EXISTS (
                SELECT 1 FROM nodes.pulse p WHERE p.node_id = t.node_id AND p.boot_id IS NOT NULL
                  AND p.heard_at > t.started_at + interval '1 minute' AND NOT (t.id = ANY (p.running_tasks)))""";

    private final JdbcClient jdbc;
    private final NodeTasks tasks;
    private final WorkBell bell;
    private final TransactionTemplate transaction;
    private final Clock clock;

    TaskSweeper(JdbcClient jdbc, NodeTasks tasks, WorkBell bell, TransactionTemplate transaction, Clock clock) {
        this.jdbc = jdbc;
        this.tasks = tasks;
        this.bell = bell;
        this.transaction = transaction;
        this.clock = clock;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(2), Role.NODE_API, "nodes.task-sweep", this::sweep);
    }

    void sweep() {
        Instant now = clock.instant();
        if (anythingToSweep(now)) {
            expireQueued(now);
            giveUpUnanswered(now);
            giveUpLost(now);
            stopOverdue(now);
            expireOverdue(now);
        }
    }

    /** One statement instead of five, since mostly there is nothing. */
    private boolean anythingToSweep(Instant now) {
        return jdbc.sql("SELECT EXISTS (SELECT 1 FROM nodes.task t WHERE state IN ('queued', 'sent', 'running')"
                        + " AND deadline_at <= :now)"
                        + " OR EXISTS (SELECT 1 FROM nodes.task t WHERE " + UNANSWERED.formatted(":unanswered") + ")"
                        + " OR EXISTS (SELECT 1 FROM nodes.task t WHERE " + LOST.formatted(":lost") + ")")
                .param("now", Columns.time(now))
                .param("unanswered", Columns.time(now.minus(GRACE)))
                .param("lost", Columns.time(now.minus(HEARTBEAT_TELLS)))
                .query(Boolean.class)
                .single();
    }

    private void expireQueued(Instant now) {
        each(
                "state = 'queued' AND deadline_at <= :time",
                now,
                task -> tasks.end(task, TaskState.EXPIRED, TaskEnd.because("deadline", "It was not sent in time.")));
    }

    /** Not begun while its envelope was valid, so it never will be. */
    private void giveUpUnanswered(Instant now) {
        each(
                UNANSWERED.formatted(":time"),
                now.minus(GRACE),
                task -> tasks.endAttempt(
                        task,
                        task.order().repeatable(),
                        TaskEnd.because("unanswered", "The node did not start it in time.")));
    }

    /** The node responds but runs other tasks: a host that lost its journal. */
    private void giveUpLost(Instant now) {
        each(
                LOST.formatted(":time"),
                now.minus(HEARTBEAT_TELLS),
                task -> tasks.endAttempt(
                        task,
                        task.order().repeatable(),
                        TaskEnd.because("lost", "The node no longer knows the task.")));
    }

    private void stopOverdue(Instant now) {
        List<NodeId> nodes = jdbc.sql("""
                UPDATE nodes.task SET cancel_requested_at = :now
                WHERE state IN ('sent', 'running') AND deadline_at <= :now AND cancel_requested_at IS NULL
                RETURNING node_id""")
                .param("now", Columns.time(now))
                .query((row, n) -> new NodeId(row.getObject(1, UUID.class)))
                .list();
        nodes.forEach(bell::ring);
    }

    private void expireOverdue(Instant now) {
        each(
                "state IN ('sent', 'running') AND deadline_at <= :time",
                now.minus(GRACE),
                task -> tasks.end(task, TaskState.EXPIRED, TaskEnd.because("deadline", "It did not end in time.")));
    }

    /** Tasks that another process has locked are left to it. */
    private void each(String which, Instant time, Consumer<TaskRecord> act) {
        transaction.executeWithoutResult(status -> jdbc.sql("SELECT t.* FROM nodes.task t WHERE " + which
                        + " ORDER BY t.id LIMIT :batch FOR UPDATE SKIP LOCKED")
                .param("time", Columns.time(time))
                .param("batch", BATCH)
                .query(TaskRecord::read)
                .list()
                .forEach(act));
    }
}
