package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Notices, with one statement for all, that nodes have fallen silent. */
@Component
class SilenceWatch implements BackgroundWork {

    static final Duration SILENCE_MAX = Duration.ofSeconds(3L * Heartbeats.INTERVAL_SECONDS);

    private final JdbcClient jdbc;
    private final Heartbeats heartbeats;
    private final NodeLifecycle lifecycle;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;

    SilenceWatch(
            JdbcClient jdbc,
            Heartbeats heartbeats,
            NodeLifecycle lifecycle,
            TransactionTemplate transaction,
            IdSource ids,
            Clock clock) {
        this.jdbc = jdbc;
        this.heartbeats = heartbeats;
        this.lifecycle = lifecycle;
        this.transaction = transaction;
        this.ids = ids;
        this.clock = clock;
    }

    /** A node, and when it was last seen. */
    private record Silent(NodeId node, Instant since) {}

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(5), Role.NODE_API, "nodes.silence", this::watch);
    }

    /** A process that was not listening, or could not write pulses, does not judge silence. */
    void watch() {
        Instant now = clock.instant();
        if (heartbeats.lastTrouble().isAfter(now.minus(SILENCE_MAX))) {
            return;
        }
        heartbeats.flush();
        markSilentSince(now.minus(SILENCE_MAX), now);
    }

    /**
     * A node that is silent, or was silent and came back before this look, reports its topology and running instances
     * before it returns to its former state. A node whose row is locked is left for the next look.
     */
    void markSilentSince(Instant time, Instant now) {
        Call.system("node silence", CorrelationId.create(ids)).run(() -> {
            transaction.executeWithoutResult(status -> {
                List<Silent> silent = jdbc.sql("""
                        UPDATE nodes.node n
                        SET return_state = CASE WHEN n.state = 'enrolling' THEN n.return_state ELSE n.state END,
                            state = 'unreachable', state_reason = 'silent', state_since = :now, version = n.version + 1,
                            want_topology = true, want_inventory = true, silent_since = silent.since,
                            changed_at = clock_timestamp()
                        FROM (
                            SELECT s.id, CASE WHEN p.silent_since > coalesce(s.silent_since, '-infinity')
                                THEN p.silent_since ELSE p.heard_at END AS since
                            FROM nodes.node s JOIN nodes.pulse p ON p.node_id = s.id
                            WHERE (p.heard_at < :time OR p.silent_since > coalesce(s.silent_since, '-infinity'))
                              AND s.state = ANY (:before)
                            ORDER BY s.id FOR NO KEY UPDATE OF s SKIP LOCKED) silent
                        WHERE n.id = silent.id
                        RETURNING n.id, n.silent_since""")
                        .param("now", Columns.time(now))
                        .param("time", Columns.time(time))
                        .param("before", NodeStates.before(NodeState.UNREACHABLE))
                        .query((row, n) -> new Silent(
                                new NodeId(row.getObject("id", UUID.class)), Columns.instant(row, "silent_since")))
                        .list();
                silent.forEach(one -> lifecycle.announceSilence(one.node(), one.since()));
            });
            return now;
        });
    }
}
