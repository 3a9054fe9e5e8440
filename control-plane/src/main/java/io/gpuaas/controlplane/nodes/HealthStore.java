package io.gpuaas.controlplane.nodes;

import io.gpuaas.api.NodeGpu;
import io.gpuaas.api.NodeHealth;
import io.gpuaas.api.NodeRunning;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.NodeId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** How nodes are, for many at once. */
@Component
class HealthStore {

    private static final int RUNNING_PER_NODE_MAX = 200;

    private final JdbcClient jdbc;

    HealthStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Map<NodeId, NodeHealth> health(List<NodeId> nodes) {
        Map<NodeId, NodeHealth> found = new HashMap<>();
        jdbc.sql("SELECT * FROM nodes.pulse WHERE node_id = ANY (:ids)")
                .param("ids", ids(nodes))
                .query(row -> {
                    found.put(node(row), health(row));
                });
        return found;
    }

    private static NodeHealth health(ResultSet row) throws SQLException {
        Long skew = Columns.optionalLong(row, "clock_skew_millis");
        return new NodeHealth(
                Columns.instant(row, "heard_at"),
                row.getString("boot_id"),
                row.getString("agent_version"),
                skew,
                skewed(skew),
                Columns.optionalDouble(row, "load1"),
                Columns.optionalLong(row, "memory_total_bytes"),
                Columns.optionalLong(row, "memory_used_bytes"),
                List.of((String[]) row.getArray("faults").getArray()));
    }

    private static boolean skewed(@Nullable Long millis) {
        return millis != null && Math.abs(millis) > Heartbeats.SKEW_MAX.toMillis();
    }

    Map<NodeId, List<NodeGpu>> gpus(List<NodeId> nodes) {
        Map<NodeId, List<NodeGpu>> found = new HashMap<>();
        jdbc.sql("SELECT * FROM nodes.gpu WHERE node_id = ANY (:ids) ORDER BY pci_address, uuid")
                .param("ids", ids(nodes))
                .query(row -> {
                    GpuSpec spec = GpuSpec.of(row.getString("model")).orElse(null);
                    Long memory = Columns.optionalLong(row, "memory_bytes");
                    found.computeIfAbsent(node(row), id -> new ArrayList<>())
                            .add(new NodeGpu(
                                    row.getString("uuid"),
                                    row.getString("pci_address"),
                                    row.getString("model"),
                                    memory != null || spec == null ? memory : Long.valueOf(spec.memoryBytes()),
                                    spec == null ? null : spec.powerWatts(),
                                    NodeViews.gpuState(row.getString("state")),
                                    row.getString("state_reason"),
                                    Columns.instant(row, "state_since"),
                                    row.getString("reported_fault"),
                                    Columns.optionalInstant(row, "reported_at")));
                });
        return found;
    }

    Map<NodeId, List<NodeRunning>> running(List<NodeId> nodes) {
        Map<NodeId, List<NodeRunning>> found = new HashMap<>();
        jdbc.sql("""
                SELECT r.* FROM unnest(:ids) AS n (id) CROSS JOIN LATERAL (
                    SELECT * FROM nodes.running r WHERE r.node_id = n.id ORDER BY r.kind, r.id LIMIT :limit) r""")
                .param("ids", ids(nodes))
                .param("limit", RUNNING_PER_NODE_MAX)
                .query(row -> {
                    found.computeIfAbsent(node(row), id -> new ArrayList<>())
                            .add(new NodeRunning(
                                    row.getString("kind"),
                                    row.getString("id"),
                                    row.getString("verdict").equals("missing"),
                                    Columns.instant(row, "checked_at")));
                });
        return found;
    }

    private static UUID[] ids(List<NodeId> nodes) {
        return nodes.stream().map(NodeId::value).toArray(UUID[]::new);
    }

    private static NodeId node(ResultSet row) throws SQLException {
        return new NodeId(row.getObject("node_id", UUID.class));
    }
}
