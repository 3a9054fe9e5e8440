package io.gpuaas.controlplane.inventory;

import io.gpuaas.kernel.NodeId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class SlotStore {

    private final JdbcClient jdbc;

    SlotStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    List<Host> hosts() {
        Map<NodeId, List<Slot>> slots = new HashMap<>();
        jdbc.sql("SELECT * FROM inventory.slot ORDER BY pci_address, number").query(row -> {
            Slot slot = slot(row, 0);
            slots.computeIfAbsent(slot.node(), node -> new ArrayList<>()).add(slot);
        });
        return jdbc.sql("SELECT * FROM inventory.host")
                .query((row, number) -> {
                    NodeId node = new NodeId(row.getObject("node_id", UUID.class));
                    return new Host(
                            node,
                            row.getString("name"),
                            new Host.Place(row.getString("region"), row.getString("zone")),
                            row.getString("node_state"),
                            slots.getOrDefault(node, List.of()));
                })
                .list();
    }

    static Slot slot(ResultSet row, int number) throws SQLException {
        return new Slot(
                row.getLong("number"),
                new NodeId(row.getObject("node_id", UUID.class)),
                row.getString("gpu_uuid"),
                row.getString("pci_address"),
                row.getString("model"),
                row.getInt("numa_node"),
                row.getString("nvme"),
                row.getString("nic"),
                Slot.Mode.valueOf(row.getString("mode").toUpperCase(Locale.ROOT)),
                row.getString("reason"),
                row.getInt("taken"),
                row.getInt("compute_taken"),
                row.getLong("leases"),
                row.getLong("version"));
    }
}
