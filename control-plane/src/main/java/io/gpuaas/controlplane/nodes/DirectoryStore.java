package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.NodeId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads what {@link NodeDirectory} remembers. */
@Component
class DirectoryStore {

    private static final String ENTRIES = """
            SELECT n.id, n.state, n.sequence_confirmed, n.tasks_held, n.want_topology, n.want_inventory,
                n.topology_digest, n.incarnation, greatest(n.changed_at, n.confirmed_at) AS changed_at,
                (SELECT array_agg(c.serial || ' ' || extract(epoch FROM c.issued_at) || ' ' || c.incarnation) FROM nodes.certificate c
                    WHERE c.node_id = n.id AND c.state IN ('current', 'next')) AS accepted,
                (SELECT c.serial FROM nodes.certificate c WHERE c.node_id = n.id AND c.state = 'next') AS next
            FROM nodes.node n
            """;

    private final JdbcClient jdbc;

    DirectoryStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Optional<NodeDirectory.Entry> load(NodeId node) {
        return jdbc.sql(ENTRIES + "WHERE n.id = :id")
                .param("id", node.value())
                .query(DirectoryStore::entry)
                .optional();
    }

    List<NodeDirectory.Entry> load(Set<NodeId> nodes) {
        return jdbc.sql(ENTRIES + "WHERE n.id = ANY (:ids)")
                .param("ids", nodes.stream().map(NodeId::value).toArray(UUID[]::new))
                .query(DirectoryStore::entry)
                .list();
    }

    /** Which nodes changed, and when; little enough to be asked for often. */
    Map<NodeId, Instant> changedSince(Instant time) {
        Map<NodeId, Instant> found = new HashMap<>();
        jdbc.sql("""
                SELECT id, greatest(changed_at, confirmed_at) AS changed_at FROM nodes.node
                WHERE changed_at >= :time OR confirmed_at >= :time""").param("time", Columns.time(time)).query(row -> {
            found.put(new NodeId(row.getObject("id", UUID.class)), Columns.instant(row, "changed_at"));
        });
        return found;
    }

    private static NodeDirectory.Entry entry(ResultSet row, int number) throws SQLException {
        return new NodeDirectory.Entry(
                new NodeId(row.getObject("id", UUID.class)),
                NodeState.of(row.getString("state")),
                row.getLong("sequence_confirmed"),
                row.getBoolean("tasks_held"),
                row.getBoolean("want_topology"),
                row.getBoolean("want_inventory"),
                row.getString("topology_digest"),
                accepted(row),
                row.getString("next"),
                row.getInt("incarnation"),
                Columns.instant(row, "changed_at"));
    }

    private static Map<String, NodeDirectory.Accepted> accepted(ResultSet row) throws SQLException {
        Map<String, NodeDirectory.Accepted> found = new HashMap<>();
        if (row.getArray("accepted") != null) {
            for (String one : (String[]) row.getArray("accepted").getArray()) {
                String[] parts = one.split(" ", 3);
                found.put(
                        parts[0],
                        new NodeDirectory.Accepted(
                                Instant.ofEpochMilli((long) (Double.parseDouble(parts[1]) * 1000)),
                                Integer.parseInt(parts[2])));
            }
        }
        return Map.copyOf(found);
    }
}
