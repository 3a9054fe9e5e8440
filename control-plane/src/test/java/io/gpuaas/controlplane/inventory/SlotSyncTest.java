package io.gpuaas.controlplane.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

@Against("PostgreSQL")
class SlotSyncTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();

    @Test
    void slotsFollowTheirNode() {
        String node = node("ready");
        sweep();
        assertThat(states(node)).containsExactly("in_service null", "in_service null");

        admin.post("/api/v1/nodes/" + node + "/cordon", "{\"reason\":\"fan noise\"}");
        awaitStates(node, "out_of_service node cordoned");
        admin.post("/api/v1/nodes/" + node + "/uncordon", null);
        awaitStates(node, "in_service null");
        admin.post("/api/v1/nodes/" + node + "/quarantine", "{\"reason\":\"smoke\"}");
        awaitStates(node, "out_of_service node quarantined");
    }

    @Test
    void aGpuThatIsMissingOrFaultyIsOutOfServiceWithTheReason() {
        String node = node("ready");
        plane.database()
                .execute("UPDATE nodes.gpu SET state = 'faulty', state_reason = 'Xid 79' WHERE node_id = '" + node
                        + "' AND pci_address = '0000:01:00.0'");
        sweep();
        assertThat(states(node)).containsExactly("out_of_service GPU faulty: Xid 79", "in_service null");
    }

    @Test
    void slotsKnowWhatLiesBesideTheGpu() {
        String node = node("ready");
        sweep();
        Reply slots = admin.get("/api/v1/slots?node_id=" + node);
        assertThat(slots.json().path("items").get(0).path("model").asString()).isEqualTo("h100-sxm");
        assertThat(slots.json().path("items").get(0).path("numa_node").asInt()).isZero();
        assertThat(slots.json().path("items").get(1).path("numa_node").asInt()).isOne();
        assertThat(slots.json().path("items").get(0).path("nvme").asString()).isEqualTo("0000:81:00.0");
        assertThat(slots.json().path("items").get(0).path("zone").asString()).isEqualTo("local-1");
    }

    @Test
    void unchangedSlotsAreNotWritten() {
        String node = node("ready");
        sweep();
        String versions = "SELECT sum(version) FROM inventory.slot WHERE node_id = '" + node + "'";
        long before = plane.database().count(versions);
        plane.database().execute("UPDATE nodes.node SET changed_at = clock_timestamp() WHERE id = '" + node + "'");
        sweep();
        assertThat(plane.database().count(versions)).isEqualTo(before);
    }

    @Test
    void aSliceIsPlacedOnlyWhereTheAgentSaysItBuildsSlicesOrSaysNothing() {
        String node = node("ready");
        stand(node, "r-shapes");
        Sku slice = TestSkus.inRegion(plane, "h100-sxm-slice", "r-shapes");
        tell(node, "[\"bare_metal\", \"mig\"]");
        assertThat(taking(slice))
                .isEqualTo(
                        new PlacementDecision.Refused("No host that supports slices has h100-sxm GPUs in r-shapes."));
        assertThat(plane.bean(Capacity.class).couldHold(slice, 1)).isFalse();
        tell(node, "[\"gpu_slice\", \"something newer\"]");
        assertThat(taking(slice)).isInstanceOf(PlacementDecision.Taken.class);
        plane.database().execute("""
                UPDATE nodes.topology SET facts = facts - 'shapes' WHERE node_id = '%1$s';
                UPDATE nodes.node SET changed_at = clock_timestamp() WHERE id = '%1$s'""".formatted(node));
        sweep();
        assertThat(taking(slice)).isInstanceOf(PlacementDecision.Taken.class);
    }

    @Test
    void aHostIsSoldAsAWholeOnceAnotherGpuStandsWhereOneIsMissing() {
        String node = node("ready");
        stand(node, "r-replaced");
        Sku host = ofTwo(TestSkus.inRegion(plane, "h100-sxm-baremetal", "r-replaced"));
        miss(node, "GPU-a", 2);
        assertThat(taking(host)).isInstanceOf(PlacementDecision.Refused.class);
        assertThat(plane.bean(Capacity.class).couldHold(host, 1)).isTrue();

        install(node, "GPU-c");
        assertThat(plane.bean(Capacity.class).couldHold(host, 1)).isTrue();
        assertThat(taking(host)).isInstanceOf(PlacementDecision.Taken.class);
    }

    @Test
    void aHostWhoseNewGpuIsMissingTooIsNotSoldAsAWholeUntilItIsBack() {
        String node = node("ready");
        stand(node, "r-replaced-twice");
        Sku host = ofTwo(TestSkus.inRegion(plane, "h100-sxm-baremetal", "r-replaced-twice"));
        miss(node, "GPU-a", 2);
        install(node, "GPU-c");
        miss(node, "GPU-c", 1);
        assertThat(taking(host)).isInstanceOf(PlacementDecision.Refused.class);
        assertThat(plane.bean(Capacity.class).couldHold(host, 1)).isTrue();

        plane.database().execute("""
                UPDATE nodes.gpu SET state = 'in_service', state_reason = NULL, state_since = now()
                WHERE node_id = '%1$s' AND uuid = 'GPU-c-%1$s';
                UPDATE nodes.node SET changed_at = clock_timestamp() WHERE id = '%1$s'""".formatted(node));
        sweep();
        assertThat(taking(host)).isInstanceOf(PlacementDecision.Taken.class);
    }

    /** As a topology without it leaves it. */
    private void miss(String node, String gpu, int hoursAgo) {
        plane.database().execute("""
                UPDATE nodes.gpu SET state = 'missing', state_reason = 'not in topology version 2',
                    state_since = now() - interval '%3$d hours' WHERE node_id = '%1$s' AND uuid = '%2$s-%1$s';
                UPDATE nodes.node SET changed_at = clock_timestamp() WHERE id = '%1$s'""".formatted(node, gpu, hoursAgo));
        sweep();
    }

    /** Where the first one stood. */
    private void install(String node, String gpu) {
        plane.database().execute("""
                INSERT INTO nodes.gpu (node_id, uuid, pci_address, model, state, state_since)
                VALUES ('%1$s', '%2$s-%1$s', '0000:01:00.0', 'NVIDIA H100 80GB HBM3', 'in_service', now());
                UPDATE nodes.node SET changed_at = clock_timestamp() WHERE id = '%1$s'""".formatted(node, gpu));
        sweep();
    }

    /** The host these tests have is smaller than those that are sold. */
    private static Sku ofTwo(Sku sku) {
        return new Sku(
                sku.name(),
                sku.title(),
                sku.shape(),
                sku.gpu(),
                new Sku.Lots(sku.counts(), 2, sku.lots().unit()),
                sku.site(),
                sku.setup(),
                sku.listing(),
                sku.version());
    }

    private PlacementDecision taking(Sku sku) {
        return Objects.requireNonNull(plane.bean(TransactionTemplate.class).execute(status -> take(sku)));
    }

    private void tell(String node, String shapes) {
        plane.database().execute("""
                UPDATE nodes.topology SET facts = jsonb_set(facts, '{shapes}', '%2$s') WHERE node_id = '%1$s';
                UPDATE nodes.node SET changed_at = clock_timestamp() WHERE id = '%1$s'""".formatted(node, shapes));
        sweep();
    }

    private void stand(String node, String region) {
        sweep();
        plane.database()
                .execute("UPDATE inventory.host SET region = '" + region + "', zone = 'z', version = version + 1,"
                        + " changed_in = pg_current_xact_id() WHERE node_id = '" + node + "'");
    }

    @Test
    void bringingAHostInLineAndLeasingItsSlotsDoNotWaitForEachOther() {
        String node = node("ready");
        stand(node, "r-sync");
        Sku slice = TestSkus.inRegion(plane, "h100-sxm-slice", "r-sync");
        TransactionTemplate transaction = plane.bean(TransactionTemplate.class);
        Runnable inLine = () -> transaction.executeWithoutResult(
                status -> plane.bean(SlotSync.class).bringInLine(NodeId.parse(node)));

        transaction.executeWithoutResult(status -> {
            assertThat(take(slice)).isInstanceOf(PlacementDecision.Taken.class);
            assertThat(CompletableFuture.runAsync(inLine)).succeedsWithin(Duration.ofSeconds(60));
        });
        transaction.executeWithoutResult(status -> {
            plane.bean(SlotSync.class).bringInLine(NodeId.parse(node));
            assertThat(CompletableFuture.supplyAsync(() -> transaction.execute(other -> take(slice))))
                    .succeedsWithin(Duration.ofSeconds(60))
                    .isInstanceOf(PlacementDecision.Taken.class);
        });
    }

    private PlacementDecision take(Sku sku) {
        return plane.bean(Capacity.class)
                .reserve(new Capacity.Request(
                        new AllocationId(UUID.randomUUID()),
                        new TenantId(UUID.randomUUID()),
                        new ProjectId(UUID.randomUUID()),
                        sku,
                        1));
    }

    private void sweep() {
        plane.bean(SlotSync.class).sweep();
    }

    private void awaitStates(String node, String state) {
        await().untilAsserted(() -> assertThat(states(node)).containsOnly(state));
    }

    private List<String> states(String node) {
        return StreamSupport.stream(
                        admin.get("/api/v1/slots?node_id=" + node)
                                .json()
                                .path("items")
                                .spliterator(),
                        false)
                .map(slot -> slot.path("state").asString() + " "
                        + slot.path("reason").asString("null"))
                .toList();
    }

    /** Two GPUs on two NUMA nodes, as if a host had reported them. */
    private String node(String state) {
        String id = UUID.randomUUID().toString();
        plane.database().execute("""
                INSERT INTO nodes.node (id, name, state, state_since, created_at, topology_version)
                VALUES ('%1$s', 'n-%1$s', '%2$s', now(), now(), 1);
                INSERT INTO nodes.gpu (node_id, uuid, pci_address, model, state, state_since)
                VALUES ('%1$s', 'GPU-a-%1$s', '0000:01:00.0', 'NVIDIA H100 80GB HBM3', 'in_service', now()),
                       ('%1$s', 'GPU-b-%1$s', '0000:41:00.0', 'NVIDIA H100 80GB HBM3', 'in_service', now());
                INSERT INTO nodes.topology (node_id, version, digest, boot_id, facts, reported_at)
                VALUES ('%1$s', 1, 'd', 'b', '{"gpus": [{"uuid": "GPU-a-%1$s", "numa_node": 0},
                    {"uuid": "GPU-b-%1$s", "numa_node": 1}],
                    "pairings": [{"gpu": "0000:01:00.0", "nvme": "0000:81:00.0"}]}', now())""".formatted(id, state));
        return id;
    }
}
