package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Notices, with one statement for all, that nodes have fallen silent. */
@Component
class SilenceWatch {

    static final Duration SILENCE_MAX = Duration.ofSeconds(3L * Heartbeats.INTERVAL_SECONDS);

    private static final Logger log = LoggerFactory.getLogger(SilenceWatch.class);

    private final JdbcClient jdbc;
    private final Heartbeats heartbeats;
    private final NodeLifecycle lifecycle;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;
    private final boolean watches;

    SilenceWatch(
            JdbcClient jdbc,
            Heartbeats heartbeats,
            NodeLifecycle lifecycle,
            TransactionTemplate transaction,
            IdSource ids,
            Clock clock,
            GpuaasProperties properties) {
        this.jdbc = jdbc;
        this.heartbeats = heartbeats;
        this.lifecycle = lifecycle;
        this.transaction = transaction;
        this.ids = ids;
        this.clock = clock;
        this.watches = properties.has(Role.NODE_API);
    }

    /** A node, and when it was last seen. */
    private record Silent(NodeId node, Instant since) {}

    /** A process that was not listening, or could not write pulses, does not judge silence. */
    @Scheduled(fixedDelayString = "PT5S")
    void watch() {
        Instant now = clock.instant();
        if (!watches || heartbeats.lastTrouble().isAfter(now.minus(SILENCE_MAX))) {
            return;
        }
        heartbeats.flush();
        try {
            markSilentSince(now.minus(SILENCE_MAX), now);
        } catch (DataAccessException e) {
            log.warn("silent nodes could not be looked up; trying again", e);
        }
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
