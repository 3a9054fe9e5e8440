package io.gpuaas.controlplane.nodes;

import io.gpuaas.api.NodeState;
import io.gpuaas.api.NodeStateCount;
import io.gpuaas.api.TroubledNode;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.NodeId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Counts nodes by state for the operators' overview. */
@Component
public class FleetCounts {

    private static final int TROUBLED_SHOWN_MAX = 5;

    private final JdbcClient jdbc;

    FleetCounts(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** How many nodes there are in which state; retired ones are left out. */
    public List<NodeStateCount> states() {
        return jdbc.sql("""
                SELECT state, count(*) AS count FROM nodes.node WHERE state <> 'retired' GROUP BY state
                ORDER BY count(*) DESC, state""")
                .query((row, n) -> new NodeStateCount(NodeState.fromWire(row.getString("state")), row.getInt("count")))
                .list();
    }

    /** How many are in trouble, and those that are the longest. */
    public record Troubled(int count, List<TroubledNode> longest) {}

    public Troubled troubled() {
        List<Integer> counted = new ArrayList<>();
        List<TroubledNode> longest = jdbc.sql("""
                SELECT n.id, n.name, n.state, n.state_reason, array_to_string(p.faults, '; ') AS faults, g.lost,
                    CASE WHEN n.state = 'ready' THEN coalesce(g.since, n.state_since) ELSE n.state_since END AS since,
                    count(*) OVER () AS troubled
                FROM nodes.node n
                LEFT JOIN nodes.pulse p ON p.node_id = n.id
                LEFT JOIN (SELECT node_id, count(*) AS lost, min(state_since) AS since FROM nodes.gpu WHERE state <> 'in_service' GROUP BY node_id) AS g
                    ON g.node_id = n.id
                WHERE n.state <> 'retired'
                  AND (n.state IN ('unreachable', 'quarantined') OR cardinality(p.faults) > 0 OR g.lost > 0)
                ORDER BY since, n.id LIMIT :limit""")
                .param("limit", TROUBLED_SHOWN_MAX)
                .query((row, n) -> {
                    counted.add(row.getInt("troubled"));
                    return node(row);
                })
                .list();
        return new Troubled(counted.isEmpty() ? 0 : counted.getFirst(), longest);
    }

    private static TroubledNode node(ResultSet row) throws SQLException {
        return new TroubledNode(
                new NodeId(row.getObject("id", UUID.class)),
                row.getString("name"),
                NodeState.fromWire(row.getString("state")),
                reason(row),
                Columns.instant(row, "since"));
    }

    /** Of a node that is ready the reason of its state says why it is well again. */
    private static @Nullable String reason(ResultSet row) throws SQLException {
        String faults = row.getString("faults");
        if (!row.getString("state").equals(NodeState.READY.wire()) && row.getString("state_reason") != null) {
            return row.getString("state_reason");
        }
        if (faults != null && !faults.isEmpty()) {
            return faults;
        }
        long lost = row.getLong("lost");
        return lost == 0 ? null : lost == 1 ? "a GPU is out of service" : lost + " GPUs are out of service";
    }
}
