package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.NodeId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which agent runs on which node, and whether the node is well, as its heartbeats say. */
@Component
public class NodeAgents {

    private final JdbcClient jdbc;

    NodeAgents(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** A node that was never seen has neither version nor time. */
    public record Agent(
            NodeId node,
            String state,
            Instant since,
            @Nullable String version,
            @Nullable Instant heardAt) {

        /** The node is seen recently, was checked, and has no fault. */
        public boolean isWell() {
            return switch (NodeState.of(state)) {
                case READY, CORDONED, DRAINING, DRAINED -> true;
                case ENROLLING, UNREACHABLE, QUARANTINED, RETIRED -> false;
            };
        }

        /** Its heartbeats arrive, whatever else is the matter. */
        public boolean isHeard() {
            return isWell() || NodeState.of(state) == NodeState.QUARANTINED;
        }

        /** Not seen since that time. */
        public boolean isSilentSince(Instant time) {
            return NodeState.of(state) == NodeState.UNREACHABLE
                    && !since.isAfter(time)
                    && (heardAt == null || !heardAt.isAfter(time));
        }

        public boolean isRetired() {
            return NodeState.of(state) == NodeState.RETIRED;
        }
    }

    public List<Agent> list(Collection<NodeId> nodes) {
        return jdbc.sql("""
                SELECT n.id, n.state, n.state_since, p.agent_version, p.heard_at
                FROM nodes.node n LEFT JOIN nodes.pulse p ON p.node_id = n.id
                WHERE n.id = ANY (:nodes)""")
                .param("nodes", nodes.stream().map(NodeId::value).toArray(UUID[]::new))
                .query(NodeAgents::read)
                .list();
    }

    /** Every node that is not retired, oldest first. */
    public List<NodeId> listIds(int limit) {
        return jdbc.sql("SELECT id FROM nodes.node WHERE state <> 'retired' ORDER BY id LIMIT :limit")
                .param("limit", limit)
                .query((row, n) -> new NodeId(row.getObject(1, UUID.class)))
                .list();
    }

    private static Agent read(ResultSet row, int number) throws SQLException {
        return new Agent(
                new NodeId(row.getObject("id", UUID.class)),
                row.getString("state"),
                Columns.instant(row, "state_since"),
                row.getString("agent_version"),
                Columns.optionalInstant(row, "heard_at"));
    }
}
