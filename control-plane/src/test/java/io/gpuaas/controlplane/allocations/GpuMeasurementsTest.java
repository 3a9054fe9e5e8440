package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** A holder sees the measurements of its GPUs while it holds them, and never those of another holder. */
class GpuMeasurementsTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final AllocationWorld world = new AllocationWorld(PLANE);
    private final JdbcClient jdbc = PLANE.bean(JdbcClient.class);

    private String path(AllocationId id) {
        return world.base() + "/" + id + "/telemetry?step_seconds=10";
    }

    private void measure(NodeId node, String gpu, Instant at, double percent) {
        jdbc.sql("""
                INSERT INTO nodes.gpu_sample (node_id, gpu_uuid, at, utilization_percent)
                VALUES (:node, :gpu, :at, :percent)""")
                .param("node", node.value())
                .param("gpu", gpu)
                .param("at", Columns.time(at))
                .param("percent", percent)
                .update();
    }

    private List<String> gpusOf(NodeId node) {
        return jdbc.sql("SELECT gpu_uuid FROM inventory.slot WHERE node_id = :node ORDER BY pci_address")
                .param("node", node.value())
                .query((row, n) -> row.getString("gpu_uuid"))
                .list();
    }

    private Instant leaseTime(AllocationId id, String column) {
        return jdbc.sql("SELECT " + column + " AS at FROM inventory.lease WHERE allocation_id = :id")
                .param("id", id.value())
                .query((row, n) -> Columns.instant(row, "at"))
                .single();
    }

    private static List<Double> percents(JsonNode telemetry) {
        return telemetry
                .at("/gpus/0/points")
                .valueStream()
                .map(point -> point.path("utilization_percent").asDouble())
                .toList();
    }

    @Test
    void onlyOwnGpusAndOnlyTheTimeTheyWereHeld() {
        NodeId node = world.node(2);
        AllocationId id = world.active(1);
        String held = world.get(id).json().at("/lease/gpus/0/gpu_uuid").asString();
        String other = gpusOf(node).stream()
                .filter(gpu -> !gpu.equals(held))
                .findFirst()
                .orElseThrow();
        Instant taken = leaseTime(id, "taken_at");
        measure(node, held, taken.minusMillis(1), 11);
        measure(node, held, taken, 22);
        measure(node, other, taken.plusMillis(5), 33);
        // Times outside of the lease are left out.
        JsonNode told =
                world.admin.get(path(id) + "&from=" + taken.minusSeconds(600)).json();
        assertThat(told.path("gpus")).hasSize(1);
        assertThat(told.at("/gpus/0/uuid").asString()).isEqualTo(held);
        assertThat(percents(told)).containsExactly(22.0);

        world.act(id, "release");
        world.bring(id, "released");
        Instant ended = leaseTime(id, "ended_at");
        measure(node, held, ended, 44);
        measure(node, held, ended.plusMillis(1), 55);
        JsonNode after = world.admin
                .get(path(id) + "&to=" + Instant.now().plusSeconds(600))
                .json();
        assertThat(percents(after)).containsExactly(22.0);
    }

    @Test
    void anInstanceTellsNothingBecauseOthersUseTheGpuToo() {
        AllocationWorld divided = new AllocationWorld(PLANE, Shape.MIG, "user_revoke");
        NodeId node = divided.node(1);
        divided.divide(node);
        AllocationId id = divided.create(1);
        String gpu = gpusOf(node).getFirst();
        AllocationWorld.await(() -> divided.liveLeases() == 1);
        measure(node, gpu, leaseTime(id, "taken_at").plusMillis(1), 66);
        JsonNode told =
                divided.admin.get(divided.base() + "/" + id + "/telemetry").json();
        assertThat(told.path("gpus")).isEmpty();
    }

    @Test
    void anotherProjectHasNoSuchAllocation() {
        world.node(1);
        AllocationId id = world.active(1);
        String elsewhere = world.admin.createProject(world.tenant);
        Person stranger = PLANE.principals().person(Role.PROJECT_ADMIN, world.tenant, elsewhere);
        assertThat(PLANE.client(stranger.token())
                        .get("/api/v1/projects/" + elsewhere + "/allocations/" + id + "/telemetry")
                        .status())
                .isEqualTo(404);
        assertThat(PLANE.client(stranger.token()).get(path(id)).status()).isEqualTo(404);
        assertThat(world.admin.get(path(id)).status()).isEqualTo(200);
    }
}
