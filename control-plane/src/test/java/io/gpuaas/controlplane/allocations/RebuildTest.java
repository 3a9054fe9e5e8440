package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.machines.FakeMaas;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.AllocationId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts that are built anew between two holders by a machine provisioner, here MAAS. */
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
            // What the node proves comes after the installation, never before.
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
    void withoutAProvisionerNothingIsTakenAndTheProblemSaysWhy() {
        try (TestControlPlane bare = plane.startTwin(Map.of("gpuaas.machines.provisioner", "none"))) {
            AllocationWorld world = new AllocationWorld(bare, Shape.BARE_METAL, "full_reimage");
            world.node(AllocationWorld.HOST_GPUS);
            Reply refused = world.ask(1, "");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.text("code")).isEqualTo("host_rebuild_unavailable");
            assertThat(world.liveLeases()).isZero();
        }
    }
}
