package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.NodeId;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Hosts and slots as they are committed, for the copies processes keep. */
@Component
class SlotStore {

    private final JdbcClient jdbc;

    SlotStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** A host without its slots. */
    record HostRow(NodeId node, String name, Host.Place place, String state, Set<Shape> shapes, long version) {}

    /** Everything written below this number is visible by now. */
    String horizon() {
        return jdbc.sql("SELECT pg_snapshot_xmin(pg_current_snapshot())::text")
                .query(String.class)
                .single();
    }

    static final String BEGINNING = "0";

    static String later(String one, String other) {
        return new BigInteger(one).compareTo(new BigInteger(other)) >= 0 ? one : other;
    }

    List<HostRow> hostsSince(String horizon) {
        return jdbc.sql("""
                SELECT * FROM inventory.host
                WHERE changed_in >= :horizon::xid8 AND changed_in IS DISTINCT FROM pg_current_xact_id_if_assigned()""")
                .param("horizon", horizon)
                .query((row, number) -> new HostRow(
                        new NodeId(row.getObject("node_id", UUID.class)),
                        row.getString("name"),
                        new Host.Place(row.getString("region"), row.getString("zone")),
                        row.getString("node_state"),
                        shapes(row.getArray("shapes")),
                        row.getLong("version")))
                .list();
    }

    /** Shapes this process does not sell are left out. */
    private static Set<Shape> shapes(@Nullable Array told) throws SQLException {
        if (told == null) {
            return Host.ALL_SHAPES;
        }
        List<String> names = List.of((String[]) told.getArray());
        return Host.ALL_SHAPES.stream()
                .filter(shape -> names.contains(shape.wire()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Without what the caller's own transaction wrote: that may never come true. */
    List<Slot> slotsSince(String horizon) {
        return jdbc.sql("""
                SELECT * FROM inventory.slot
                WHERE changed_in >= :horizon::xid8 AND changed_in IS DISTINCT FROM pg_current_xact_id_if_assigned()""").param("horizon", horizon).query(SlotStore::slot).list();
    }

    static Slot slot(ResultSet row, int number) throws SQLException {
        return new Slot(
                row.getLong("number"),
                new NodeId(row.getObject("node_id", UUID.class)),
                new Slot.Gpu(
                        row.getString("gpu_uuid"),
                        row.getString("pci_address"),
                        row.getString("model"),
                        row.getInt("numa_node"),
                        row.getString("nvme"),
                        row.getString("nic")),
                Slot.Mode.valueOf(row.getString("mode").toUpperCase(Locale.ROOT)),
                row.getString("reason"),
                row.getBoolean("replaced"),
                new Slot.Use(row.getInt("taken"), row.getInt("compute_taken")),
                row.getLong("leases"),
                row.getLong("version"));
    }
}
