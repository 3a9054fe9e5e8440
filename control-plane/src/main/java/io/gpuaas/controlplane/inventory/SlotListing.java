package io.gpuaas.controlplane.inventory;

import io.gpuaas.api.SlotLease;
import io.gpuaas.api.SlotMode;
import io.gpuaas.api.SlotState;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.LeaseId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
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

/** Lists slots with their holders for operators. A page costs two statements. */
@Component
class SlotListing {

    private final JdbcClient jdbc;

    SlotListing(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record Filter(
            @Nullable NodeId node,
            @Nullable String gpuUuid,
            @Nullable SlotState state) {}

    List<io.gpuaas.api.Slot> list(Filter filter, @Nullable Long after, int limit) {
        List<io.gpuaas.api.Slot> bare = jdbc.sql("""
                SELECT s.*, h.name, h.region, h.zone FROM inventory.slot s JOIN inventory.host h ON h.node_id = s.node_id
                WHERE (:node::uuid IS NULL OR s.node_id = :node) AND (:gpu::text IS NULL OR s.gpu_uuid = :gpu)
                  AND (:state::text IS NULL OR s.state = :state) AND (:after::bigint IS NULL OR s.number > :after)
                ORDER BY s.number LIMIT :limit""")
                .param("node", filter.node() == null ? null : filter.node().value())
                .param("gpu", filter.gpuUuid())
                .param("state", filter.state() == null ? null : filter.state().wire())
                .param("after", after)
                .param("limit", limit)
                .query((row, number) -> slot(row))
                .list();
        Map<Long, List<SlotLease>> leases =
                leases(bare.stream().map(io.gpuaas.api.Slot::number).toArray(Long[]::new));
        return bare.stream()
                .map(slot -> with(slot, leases.getOrDefault(slot.number(), List.of())))
                .toList();
    }

    private static io.gpuaas.api.Slot slot(ResultSet row) throws SQLException {
        return new io.gpuaas.api.Slot(
                row.getLong("number"),
                new NodeId(row.getObject("node_id", UUID.class)),
                row.getString("name"),
                row.getString("region"),
                row.getString("zone"),
                row.getString("gpu_uuid"),
                row.getString("pci_address"),
                row.getString("model"),
                row.getInt("numa_node"),
                row.getString("nvme"),
                row.getString("nic"),
                SlotMode.fromWire(row.getString("mode")),
                SlotState.fromWire(row.getString("state")),
                row.getString("reason"),
                row.getLong("leases"),
                List.of());
    }

    private static io.gpuaas.api.Slot with(io.gpuaas.api.Slot slot, List<SlotLease> leases) {
        return new io.gpuaas.api.Slot(
                slot.number(),
                slot.nodeId(),
                slot.nodeName(),
                slot.region(),
                slot.zone(),
                slot.gpuUuid(),
                slot.pciAddress(),
                slot.model(),
                slot.numaNode(),
                slot.nvme(),
                slot.nic(),
                slot.mode(),
                slot.state(),
                slot.reason(),
                slot.fencingToken(),
                leases);
    }

    private Map<Long, List<SlotLease>> leases(Long[] slots) {
        Map<Long, List<SlotLease>> found = new HashMap<>();
        jdbc.sql("""
                SELECT p.*, l.allocation_id, l.tenant_id, l.project_id, l.sku, l.taken_at
                FROM inventory.lease_slot p JOIN inventory.lease l ON l.id = p.lease_id
                WHERE p.live AND p.slot_number = ANY (:slots) ORDER BY p.slot_number, p.memory_start""").param("slots", slots).query(row -> {
            found.computeIfAbsent(row.getLong("slot_number"), slot -> new ArrayList<>())
                    .add(lease(row));
        });
        return found;
    }

    private static SlotLease lease(ResultSet row) throws SQLException {
        boolean instance = Columns.optionalInt(row, "mig_profile") != null;
        return new SlotLease(
                new LeaseId(row.getObject("lease_id", UUID.class)),
                new AllocationId(row.getObject("allocation_id", UUID.class)),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new ProjectId(row.getObject("project_id", UUID.class)),
                row.getString("sku"),
                row.getLong("fencing_token"),
                instance ? row.getInt("memory_start") : null,
                instance ? row.getInt("memory_size") : null,
                Columns.instant(row, "taken_at"));
    }
}
