package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Failed phases, forced releases, and nodes and GPUs that go missing. */
class AllocationTroubleTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final AllocationWorld world = new AllocationWorld(PLANE);

    @Test
    void aGpuThatIsNotShownByTheDriverFailsItAndWhatWasMadeIsUndone() {
        AllocationWorld world = new AllocationWorld(PLANE, Shape.BARE_METAL, "user_revoke");
        world.node(AllocationWorld.HOST_GPUS);
        AllocationId id = world.create(1);
        List<String> told = new ArrayList<>();
        FakeNodes.Behaviour oneMissing = task -> {
            told.add(task.type());
            return task.type().equals("gpu.verify")
                    ? Optional.of("{\"gpus\":[{\"pci_address\":\"0000:01:00.0\",\"uuid\":\"%s\",\"healthy\":true}]}"
                            .formatted(task.payload().at("/leases/0/device").asString()))
                    : Optional.of(FakeNodes.output(task));
        };
        world.bringWithoutPauses(id, "failed", oneMissing);
        assertThat(told).containsExactly("user.provision", "gpu.verify", "gpu.verify", "gpu.verify", "user.revoke");
        assertThat(world.get(id).json().at("/failure/message").asString())
                .isEqualTo("The driver shows 1 of the 2 GPUs.");
        assertThat(world.get(id).json().at("/access").isMissingNode()).isTrue();
        assertThat(world.liveLeases()).isZero();
    }

    @Test
    void aReleaseThatFailsKeepsTheGpusUntilItIsRetried() {
        world.node(1);
        AllocationId id = world.active(1);
        world.act(id, "release");
        world.bringWithoutPauses(id, "release_failed", FakeNodes.Behaviour.FAILS);
        assertThat(world.liveLeases()).isEqualTo(1);
        assertThat(world.request().send().text("code")).isEqualTo("capacity_short");
        assertThat(world.act(id, "release").text("code")).isEqualTo("allocation_state_conflict");
        assertThat(world.act(id, "retry-release").text("state")).isEqualTo("releasing");
        world.bring(id, "released");
        assertThat(world.liveLeases()).isZero();
    }

    @Test
    void aForcedReleaseFreesTheGpusOnceTheNodeIsRetired() {
        NodeId node = world.node(1);
        AllocationId id = world.active(1);
        assertThat(world.force(id).text("state")).isEqualTo("releasing");
        AllocationWorld.await(() -> world.nodes.open() == 1);
        assertThat(world.liveLeases()).isEqualTo(1);
        world.nodes.retire(node);
        AllocationWorld.await(() -> world.state(id).equals("released"));
        assertThat(world.liveLeases()).isZero();
        assertThat(world.get(id).json().at("/failure/code").asString()).isEqualTo("forced");
    }

    @Test
    void afterTenForcedReleasesTheEleventhIsRefused() {
        world.node(1);
        AllocationId id = world.active(1);
        for (int round = 1; round <= 10; round++) {
            assertThat(world.force(id).status()).as("round " + round).isEqualTo(200);
            PLANE.database()
                    .execute("UPDATE allocations.allocation SET state = 'release_failed', version = version + 1,"
                            + " phase = NULL, task_id = NULL WHERE id = '" + id + "'");
        }
        Reply eleventh = world.force(id);
        assertThat(eleventh.status()).isEqualTo(409);
        assertThat(eleventh.text("code")).isEqualTo("allocation_state_conflict");
        assertThat(eleventh.text("detail")).contains("10 times", "retire it");
        assertThat(world.liveLeases()).isEqualTo(1);
    }

    @Test
    void aStuckAllocationIsListedAndCountedUntilItProgresses() {
        world.node(1);
        AllocationId id = world.create(1);
        AllocationWorld.await(() -> world.nodes.open() == 1);
        assertThat(stuck()).doesNotContain(id.toString());
        PLANE.database()
                .execute("UPDATE allocations.allocation SET phase_since = now() - interval '3 h' WHERE id = '" + id
                        + "'");
        PLANE.bean(Advance.class).advance(id);
        assertThat(stuck()).contains(id.toString());
        assertThat(world.get(id).text("stuck_since")).isNotEmpty();
        assertThat(world.steps(id)).contains("stuck:provisioning");
        PLANE.bean(AllocationMetrics.class).measure();
        assertThat(PLANE.metrics().body()).containsPattern("gpuaas_allocations_in_trouble\\{kind=\"stuck\"\\} [1-9]");
        world.bring(id, "active");
        assertThat(stuck()).doesNotContain(id.toString());
    }

    private List<String> stuck() {
        return world.admin
                .get("/api/v1/allocations?stuck=true&sku=" + world.sku)
                .json()
                .path("items")
                .valueStream()
                .map(one -> one.path("id").asString())
                .toList();
    }

    @Test
    void aNodeThatFallsSilentDegradesWhatItHoldsAndItRecoversWhenTheLoginIsStillThere() {
        NodeId node = world.node(1);
        AllocationId id = world.active(1);
        world.nodes.fallSilent(node);
        AllocationWorld.await(() -> !world.get(id).json().at("/degraded/reason").isMissingNode());
        assertThat(world.state(id)).isEqualTo("active");
        assertThat(world.request().send().text("code")).isEqualTo("capacity_short");
        world.nodes.comeBack(node, "slice", List.of(id.toString()));
        AllocationWorld.await(() -> world.get(id).json().at("/degraded").isMissingNode());
        assertThat(world.state(id)).isEqualTo("active");
        assertThat(world.request().send().text("code"))
                .as("its GPU is still its own")
                .isEqualTo("capacity_short");
        assertThat(world.steps(id)).endsWith("degraded:active", "recovered:active");
    }

    /** The node was never away, so it is not asked again what runs there. */
    @Test
    void aGpuThatGoesMissingDegradesItAndItRecoversWhenTheGpuIsBack() {
        NodeId node = world.node(1);
        AllocationId id = world.active(1);
        world.nodes.loseGpus(node);
        AllocationWorld.await(() -> !world.get(id).json().at("/degraded").isMissingNode());
        assertThat(world.get(id).json().at("/degraded/reason").asString()).contains("is missing");
        world.nodes.findGpusAgain(node);
        AllocationWorld.await(() -> world.get(id).json().at("/degraded").isMissingNode());
        assertThat(world.state(id)).isEqualTo("active");
        assertThat(world.steps(id)).endsWith("degraded:active", "recovered:active");
    }

    @Test
    void aNodeThatCameBackWithoutItFailsIt() {
        NodeId node = world.node(1);
        AllocationId id = world.active(1);
        world.nodes.fallSilent(node);
        AllocationWorld.await(() -> !world.get(id).json().at("/degraded").isMissingNode());
        world.nodes.comeBack(node, "slice", List.of());
        world.bring(id, "failed");
        assertThat(world.get(id).json().at("/failure/code").asString()).isEqualTo("node_lost_it");
        assertThat(world.liveLeases()).isZero();
    }
}
