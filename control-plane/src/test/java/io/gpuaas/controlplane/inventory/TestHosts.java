package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.TestDatabase;
import io.gpuaas.kernel.NodeId;
import java.util.Locale;
import java.util.UUID;

/** Hosts in a zone of their own, written as if nodes had reported them. */
final class TestHosts {

    private TestHosts() {}

    /** GPUs of one model, half of them on each NUMA node. */
    static NodeId add(TestControlPlane plane, String region, String model, int gpus) {
        TestDatabase database = plane.database();
        NodeId node = new NodeId(UUID.randomUUID());
        database.execute("""
                INSERT INTO inventory.host (node_id, name, region, zone, node_state, node_changed_at)
                VALUES ('%s', 'host-%s', '%s', 'z', 'ready', now())""".formatted(node, node, region));
        for (int i = 0; i < gpus; i++) {
            database.execute(String.format(Locale.ROOT, """
                    INSERT INTO inventory.slot (node_id, gpu_uuid, pci_address, model, numa_node, state)
                    VALUES ('%s', 'GPU-%s', '0000:%02x:00.0', '%s', %d, 'in_service')""", node, UUID.randomUUID(), i + 1, model, i * 2 / gpus));
        }
        // The product's copy is up to a second late; a test that places at once must not depend on that.
        plane.bean(SlotIndex.class).refresh();
        return node;
    }

    /** All its GPUs are sold in parts. */
    static void divide(TestControlPlane plane, NodeId node) {
        plane.database().execute("""
                UPDATE inventory.slot SET mode = 'mig', version = version + 1, changed_in = pg_current_xact_id()
                WHERE node_id = '%s'""".formatted(node));
    }
}
