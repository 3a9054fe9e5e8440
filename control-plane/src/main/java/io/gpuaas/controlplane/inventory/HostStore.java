package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.nodes.NodeFacts;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.NodeId;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Stores hosts and slots as nodes report them. Unchanged rows are not written. */
@Component
class HostStore {

    private final JdbcClient jdbc;

    HostStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Creates the host if needed and locks it until this transaction ends. Its slots can still be leased: a lock
     * against leases could deadlock with them.
     */
    void lock(NodeFacts.Known node) {
        jdbc.sql("""
                INSERT INTO inventory.host (node_id, name, node_state, node_changed_at)
                VALUES (:node, :name, :state, 'epoch') ON CONFLICT (node_id) DO NOTHING""")
                .param("node", node.id().value())
                .param("name", node.name())
                .param("state", node.state())
                .update();
        jdbc.sql("SELECT 1 FROM inventory.host WHERE node_id = :node FOR NO KEY UPDATE")
                .param("node", node.id().value())
                .query(Integer.class)
                .single();
    }

    void put(NodeFacts.Known node) {
        jdbc.sql("""
                UPDATE inventory.host SET name = :name, node_state = :state, node_changed_at = :changed,
                    shapes = :shapes, version = version + 1, changed_in = pg_current_xact_id()
                WHERE node_id = :node AND (name, node_state, node_changed_at, shapes)
                    IS DISTINCT FROM (:name, :state, :changed, :shapes::text[])""")
                .param("node", node.id().value())
                .param("name", node.name())
                .param("state", node.state())
                .param("changed", Columns.time(node.changedAt()))
                .param("shapes", node.shapes() == null ? null : node.shapes().toArray(String[]::new), Types.ARRAY)
                .update();
    }

    void setPlace(NodeId node, Host.Place place) {
        jdbc.sql("""
                UPDATE inventory.host SET region = :region, zone = :zone, version = version + 1,
                    changed_in = pg_current_xact_id() WHERE node_id = :node""")
                .param("node", node.value())
                .param("region", place.region())
                .param("zone", place.zone())
                .update();
    }

    Optional<Slot> lockSlot(NodeId node, String gpuUuid) {
        return jdbc.sql("SELECT * FROM inventory.slot WHERE node_id = :node AND gpu_uuid = :gpu FOR UPDATE")
                .param("node", node.value())
                .param("gpu", gpuUuid)
                .query(SlotStore::slot)
                .optional();
    }

    Slot setMode(long number, Slot.Mode mode) {
        return jdbc.sql("""
                UPDATE inventory.slot SET mode = :mode, version = version + 1, changed_in = pg_current_xact_id()
                WHERE number = :number RETURNING *""")
                .param("number", number)
                .param("mode", mode.wire())
                .query(SlotStore::slot)
                .single();
    }

    List<String> listEverLeased(NodeId node) {
        return jdbc.sql("SELECT gpu_uuid FROM inventory.slot WHERE node_id = :node AND leases > 0")
                .param("node", node.value())
                .query((row, n) -> row.getString("gpu_uuid"))
                .list();
    }

    /** Marks slots of GPUs that the node never had, as far as known. They were never leased. */
    void markForgotten(NodeId node, List<ReportedGpu> slots) {
        jdbc.sql("""
                UPDATE inventory.slot SET replaced = true, state = 'out_of_service', reason = 'GPU forgotten',
                    version = version + 1, changed_in = pg_current_xact_id()
                WHERE node_id = :node AND NOT replaced AND leases = 0 AND gpu_uuid <> ALL (:uuids)""")
                .param("node", node.value())
                .param("uuids", texts(slots, told -> told.gpu().uuid()))
                .update();
    }

    record ReportedGpu(NodeFacts.Gpu gpu, @Nullable String outOfService) {}

    /** Only what is new is touched: a slot that stays as it is may be just given away. */
    void putSlots(NodeId node, List<ReportedGpu> slots) {
        jdbc.sql("""
                INSERT INTO inventory.slot AS s (node_id, gpu_uuid, pci_address, model, numa_node, nvme, nic, state, reason,
                    replaced)
                SELECT :node, t.uuid, t.pci, t.model, t.numa, t.nvme, t.nic,
                    CASE WHEN t.reason IS NULL THEN 'in_service' ELSE 'out_of_service' END, t.reason, t.replaced
                FROM unnest(:uuids, :pcis, :models, :numas, :nvmes, :nics, :reasons, :replaced)
                    AS t (uuid, pci, model, numa, nvme, nic, reason, replaced)
                WHERE NOT EXISTS (
                    SELECT 1 FROM inventory.slot k WHERE k.node_id = :node AND k.gpu_uuid = t.uuid
                      AND (k.pci_address, k.model, k.numa_node, k.nvme, k.nic, k.reason, k.replaced) IS NOT DISTINCT FROM
                        (t.pci, t.model, t.numa, t.nvme, t.nic, t.reason, t.replaced))
                ORDER BY t.uuid
                ON CONFLICT (node_id, gpu_uuid) DO UPDATE SET
                    pci_address = excluded.pci_address, model = excluded.model, numa_node = excluded.numa_node,
                    nvme = excluded.nvme, nic = excluded.nic, state = excluded.state, reason = excluded.reason,
                    replaced = excluded.replaced,                    version = s.version + 1, changed_in = pg_current_xact_id()""")
                .param("node", node.value())
                .param("uuids", texts(slots, told -> told.gpu().uuid()))
                .param("pcis", texts(slots, told -> told.gpu().pciAddress()))
                .param("models", texts(slots, told -> GpuModel.of(told.gpu().model())))
                .param(
                        "numas",
                        slots.stream().map(told -> told.gpu().numaNode()).toArray(Integer[]::new))
                .param("nvmes", texts(slots, told -> told.gpu().nvme()))
                .param("nics", texts(slots, told -> told.gpu().nic()))
                .param("reasons", texts(slots, ReportedGpu::outOfService))
                .param(
                        "replaced",
                        slots.stream().map(told -> told.gpu().replaced()).toArray(Boolean[]::new))
                .update();
    }

    private static @Nullable String[] texts(List<ReportedGpu> slots, Function<ReportedGpu, @Nullable String> field) {
        return slots.stream().map(field).toArray(String[]::new);
    }

    /** When the slots of these nodes were last brought in line, by the nodes' own times. */
    Map<NodeId, Instant> inLineSince(List<NodeId> nodes) {
        return jdbc
                .sql("SELECT node_id, node_changed_at FROM inventory.host WHERE node_id = ANY (:nodes)")
                .param("nodes", nodes.stream().map(NodeId::value).toArray(UUID[]::new))
                .query((row, n) -> Map.entry(
                        new NodeId(row.getObject("node_id", UUID.class)), Columns.instant(row, "node_changed_at")))
                .list()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
