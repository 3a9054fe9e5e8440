package io.gpuaas.controlplane.joining;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class HostCheckStore {

    private final JdbcClient jdbc;

    HostCheckStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record Kept(Instant reportedAt, String agentVersion, String checks) {}

    void put(NodeId node, String agentVersion, String checks, Instant now) {
        jdbc.sql("""
                INSERT INTO joining.host_check (node_id, reported_at, agent_version, checks)
                VALUES (:node, :now, :version, :checks::jsonb)
                ON CONFLICT (node_id) DO UPDATE SET
                    reported_at = excluded.reported_at, agent_version = excluded.agent_version, checks = excluded.checks""")
                .param("node", node.value())
                .param("now", Columns.time(now))
                .param("version", agentVersion)
                .param("checks", checks)
                .update();
    }

    Optional<Kept> find(NodeId node) {
        return jdbc.sql("SELECT reported_at, agent_version, checks FROM joining.host_check WHERE node_id = :node")
                .param("node", node.value())
                .query((row, n) -> new Kept(
                        Columns.instant(row, "reported_at"), row.getString("agent_version"), row.getString("checks")))
                .optional();
    }
}
