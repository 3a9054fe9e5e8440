package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.controlplane.nodes.TestNode;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Hosts that erase themselves, as simulated ones do: their agent gets the task under the certificate that then ends.
 */
class SelfErasingHostTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane plane;

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(Map.of("gpuaas.machines.provisioner", "agent"));
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private static JsonNode payload(JsonNode task) {
        return JSON.readTree(
                new String(Base64.getDecoder().decode(task.path("payload").asString()), StandardCharsets.UTF_8));
    }

    private static String done(JsonNode task) {
        return TestNode.result(
                9,
                "succeeded",
                FakeNodes.output(new FakeNodes.Told(
                        NodeId.parse(task.path("node_id").asString()),
                        task.path("type").asString(),
                        payload(task))));
    }

    @Test
    void theOldCertificateIsGoodForTheOrderToEraseAndNothingElse() {
        AllocationWorld world = new AllocationWorld(plane, Shape.BARE_METAL, "full_reimage");
        NodeId node = world.node(AllocationWorld.HOST_GPUS);
        TestNode old = TestNode.joined(plane, TestNode.tokenFor(plane, node), "fake-host");
        AtomicBoolean becameRoot = new AtomicBoolean();
        AllocationId id = world.create(1);
        world.bring(id, "active", task -> {
            if (task.type().equals("user.provision")) {
                becameRoot.set(task.payload().path("sudo").asBoolean());
            }
            return Optional.of(FakeNodes.output(task));
        });
        assertThat(becameRoot)
                .as("root could copy the certificate the host is erased under")
                .isFalse();

        world.act(id, "release");
        JsonNode revoke = old.nextTask();
        assertThat(revoke.path("type").asString()).isEqualTo("user.revoke");
        old.requireOk(old.report(revoke, done(revoke)));
        JsonNode erase = old.nextTask();
        assertThat(erase.path("type").asString()).isEqualTo("host.reimage");
        AllocationWorld.await(() -> old.heartbeat().status() == 401);
        assertThat(old.renewAtOnce().status()).isEqualTo(401);
        assertThat(old.copy().recover().status()).isEqualTo(401);
        assertThat(old.send("GET", "/node/v1/artifacts/sha256:" + "0".repeat(64), null)
                        .status())
                .isEqualTo(401);
        old.requireOk(old.report(erase, TestNode.started(0)));
        assertThat(old.report(erase, done(erase)).code())
                .as("that it was erased is not believed from before")
                .isEqualTo("node_certificate_refused");

        TestNode fresh =
                TestNode.joined(plane, payload(erase).path("join_token").asString(), "fake-host");
        AllocationWorld.await(() -> {
            try {
                return old.poll(0).status() == 401;
            } catch (java.io.UncheckedIOException e) {
                // The listener hangs up on the old certificate; the next call opens another connection.
                return false;
            }
        });
        fresh.requireOk(fresh.report(erase, done(erase)));
        JsonNode verify = fresh.nextTask();
        assertThat(verify.path("type").asString()).isEqualTo("gpu.verify");
        fresh.requireOk(fresh.report(verify, done(verify)));
        AllocationWorld.await(() -> world.state(id).equals("released"));
    }
}
