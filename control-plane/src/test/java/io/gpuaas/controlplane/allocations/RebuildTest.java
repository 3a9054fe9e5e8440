package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.machines.FakeMaas;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts that a machine provisioner, here MAAS, rebuilds between two holders. */
class RebuildTest {

    @SuppressWarnings("NullAway.Init")
    @TempDir
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static FakeMaas maas;

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane plane;

    @BeforeAll
    static void start() throws Exception {
        maas = new FakeMaas("fake-host");
        Path key = Files.writeString(folder.resolve("key"), FakeMaas.API_KEY + "\n");
        Path userData = Files.writeString(folder.resolve("user-data"), "#cloud-config\ntoken: {{join_token}}\n");
        plane = TestControlPlane.start(Map.of(
                "gpuaas.machines.provisioner", "maas",
                "gpuaas.machines.poll-interval", "10ms",
                "gpuaas.machines.maas.url", maas.url(),
                "gpuaas.machines.maas.api-key-file", key.toString(),
                "gpuaas.machines.maas.user-data-file", userData.toString()));
    }

    @BeforeEach
    void forget() {
        maas.asked.clear();
        maas.status = 6;
    }

    @AfterAll
    static void stop() {
        plane.close();
        maas.close();
    }

    @Test
    void theHostIsErasedInstalledAndSeenAgainBeforeItsGpusAreFree() {
        AllocationWorld world = new AllocationWorld(plane, Shape.BARE_METAL, "full_reimage");
        world.node(AllocationWorld.HOST_GPUS);
        AllocationId id = world.active(1);
        world.act(id, "release");
        List<String> told = new ArrayList<>();
        AllocationWorld.await(() -> {
            world.nodes.perform(task -> {
                told.add(task.type());
                return Optional.of(FakeNodes.output(task));
            });
            // The node's proof comes after the installation, never before.
            assertThat(!told.contains("gpu.verify") || maas.asked.contains("deploy"))
                    .isTrue();
            return world.state(id).equals("released");
        });
        assertThat(told).containsExactly("user.revoke", "gpu.verify");
        assertThat(maas.asked).containsExactly("release", "allocate", "deploy");
        assertThat(maas.userData).contains("token: gpj1.").doesNotContain("{{");
        assertThat(world.liveLeases()).isZero();
    }

    @Test
    void aHostWhoseAgentIsDeadIsErasedAllTheSame() {
        AllocationWorld world = new AllocationWorld(plane, Shape.BARE_METAL, "full_reimage");
        NodeId node = world.node(AllocationWorld.HOST_GPUS);
        AllocationId id = world.active(1);
        world.nodes.fallSilent(node);
        world.act(id, "release");
        AllocationWorld.await(() -> maas.asked.contains("deploy"));
        assertThat(world.liveLeases()).isOne();
        world.nodes.comeBack(node, "user", List.of());
        List<String> told = new ArrayList<>();
        world.bring(id, "released", task -> {
            told.add(task.type());
            return Optional.of(FakeNodes.output(task));
        });
        assertThat(told).containsExactly("gpu.verify");
        assertThat(maas.asked).containsExactly("release", "allocate", "deploy");
        assertThat(world.liveLeases()).isZero();
    }

    @Test
    void aProvisionerThatAnswersNonsenseIsNotAskedForEver() {
        AllocationWorld world = new AllocationWorld(plane, Shape.BARE_METAL, "full_reimage");
        world.node(AllocationWorld.HOST_GPUS);
        AllocationId id = world.active(1);
        maas.talksNonsense = true;
        world.act(id, "release");
        String ofIt = " allocations.rebuild WHERE allocation_id = '" + id + "'";
        AllocationWorld.await(() -> {
            world.nodes.perform(FakeNodes.Behaviour.WORKS);
            return plane.database().count("SELECT count(*) FROM" + ofIt) == 1;
        });
        plane.database()
                .execute("UPDATE allocations.rebuild SET deadline = now() - interval '1 s' WHERE allocation_id = '" + id
                        + "'");
        AllocationWorld.await(
                () -> plane.database().count("SELECT count(*) FROM" + ofIt + " AND code = 'rebuild_expired'") == 1);
        maas.talksNonsense = false;
        world.bringWithoutPauses(id, "released", FakeNodes.Behaviour.WORKS);
    }

    @Test
    void withoutAProvisionerNothingIsTakenAndTheProblemSaysWhy() {
        try (TestControlPlane bare = plane.startTwin(Map.of("gpuaas.machines.provisioner", "none"))) {
            AllocationWorld world = new AllocationWorld(bare, Shape.BARE_METAL, "full_reimage");
            world.node(AllocationWorld.HOST_GPUS);
            Reply refused = world.request().send();
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.text("code")).isEqualTo("host_rebuild_unavailable");
            assertThat(world.liveLeases()).isZero();
        }
    }
}
