package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.machines.FakeMaas;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.controlplane.nodes.TestNode;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A tenant that was root on a host has its key, its certificate and its join token, and keeps them after the release. */
class StolenCertificateTest {

    private static final String HOSTNAME = "fake-host";
    private static final Pattern TOKEN = Pattern.compile("gpj1\\.([^\\s\".]+)\\.[^\\s\"]+");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @SuppressWarnings("NullAway.Init")
    @TempDir
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static FakeMaas maas;

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane plane;

    @BeforeAll
    static void start() throws Exception {
        maas = new FakeMaas(HOSTNAME);
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

    @BeforeEach
    void forget() {
        maas.asked.clear();
        maas.status = 6;
        maas.userData = "";
        maas.talksNonsense = false;
    }

    /** A host that was leased to a tenant who became root there, and what that tenant copied. */
    private static final class Theft {

        final AllocationWorld world = new AllocationWorld(plane, Shape.BARE_METAL, "full_reimage");
        final NodeId node = world.node(AllocationWorld.HOST_GPUS);
        final String token = TestNode.tokenFor(plane, node);
        final TestNode host = TestNode.joined(plane, token, HOSTNAME);
        final AllocationId allocation = world.active(1);
        final TestNode thief = host.copy();

        Theft() {
            assertThat(thief.heartbeat().status()).isEqualTo(200);
        }

        /** The tenant gives the host back, and the provisioner was asked to erase it. */
        void release() {
            world.act(allocation, "release");
            AllocationWorld.await(() -> {
                if (!isBegun()) {
                    world.nodes.perform(FakeNodes.Behaviour.WORKS);
                }
                return isBegun();
            });
        }

        private boolean isBegun() {
            return plane.database()
                            .count("SELECT count(*) FROM allocations.rebuild WHERE allocation_id = '" + allocation
                                    + "'")
                    > 0;
        }

        /** Those the tenant holds. */
        List<String> gpus() {
            return world.get(allocation)
                    .json()
                    .at("/lease/gpus")
                    .valueStream()
                    .map(gpu -> gpu.path("gpu_uuid").asString())
                    .toList();
        }

        long gpusKnown() {
            return plane.database().count("SELECT count(*) FROM nodes.gpu WHERE node_id = '" + node + "'");
        }

        /** The token the host is installed with. */
        String rebuiltToken() {
            AllocationWorld.await(() -> maas.asked.contains("deploy"));
            Matcher found = TOKEN.matcher(maas.userData);
            assertThat(found.find()).isTrue();
            assertThat(plane.database()
                            .count("SELECT count(*) FROM nodes.join_token WHERE id = '" + found.group(1)
                                    + "' AND node_id = '" + node + "'"))
                    .as("not for the host of another test")
                    .isOne();
            return found.group();
        }

        TestNode rebuilt() {
            return TestNode.joined(plane, rebuiltToken(), HOSTNAME);
        }

        /** Whichever way the thief tries to get a certificate. */
        void assertThiefStaysOut() {
            assertRefused(thief.renewAtOnce());
            assertRefused(thief.copy().recover());
            assertThat(thief.copy().enroll(token, HOSTNAME).status()).isIn(401, 409);
        }
    }

    private static void assertRefused(TestNode.Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(401);
        assertThat(reply.code()).isEqualTo("node_certificate_refused");
    }

    private static String output(JsonNode task) {
        byte[] payload = Base64.getDecoder().decode(task.path("payload").asString());
        return FakeNodes.output(new FakeNodes.Told(
                NodeId.parse(task.path("node_id").asString()),
                task.path("type").asString(),
                JSON.readTree(new String(payload, StandardCharsets.UTF_8))));
    }

    @Test
    void theRebuiltHostIsTheNodeAndTheCopyIsNot() {
        Theft theft = new Theft();
        theft.release();
        AllocationWorld.await(() -> theft.thief.heartbeat().status() == 401);
        theft.assertThiefStaysOut();

        TestNode rebuilt = theft.rebuilt();
        theft.assertThiefStaysOut();
        assertThat(rebuilt.heartbeat().status()).isEqualTo(200);
        JsonNode verify = rebuilt.nextTask();
        assertThat(verify.path("type").asString()).isEqualTo("gpu.verify");
        assertRefused(theft.thief.poll(0));
        assertRefused(theft.thief.report(verify, TestNode.result(0, "succeeded", output(verify))));
        assertThat(theft.world.state(theft.allocation)).isEqualTo("releasing");
        rebuilt.requireOk(rebuilt.report(verify, TestNode.result(0, "succeeded", output(verify))));
        AllocationWorld.await(() -> theft.world.state(theft.allocation).equals("released"));
    }

    /** Agents say the last number they know. A lower one than before means that the host was restored from a copy. */
    @Test
    void aTenantThatLetsTheNumbersGoBackDoesNotTakeTheHostOutOfSale() {
        Theft theft = new Theft();
        plane.database()
                .execute("UPDATE nodes.node SET sequence_sent = 5, sequence_confirmed = 5,"
                        + " changed_at = clock_timestamp() WHERE id = '" + theft.node + "'");
        AllocationWorld.await(() -> {
            theft.thief.requireOk(theft.thief.poll(1));
            return plane.database()
                            .count("SELECT count(*) FROM nodes.node WHERE state = 'quarantined' AND tasks_held"
                                    + " AND id = '" + theft.node + "'")
                    > 0;
        });
        List<String> gpus = theft.gpus();
        theft.release();
        TestNode rebuilt = theft.rebuilt();
        rebuilt.requireOk(rebuilt.topologyOf(theft.world.model, gpus.toArray(String[]::new)));
        rebuilt.requireOk(rebuilt.inventory());
        JsonNode verify = rebuilt.nextTask();
        assertThat(verify.path("type").asString()).isEqualTo("gpu.verify");
        rebuilt.requireOk(rebuilt.report(verify, TestNode.result(0, "succeeded", output(verify))));
        AllocationWorld.await(() -> theft.world.state(theft.allocation).equals("released"));
        AllocationWorld.await(() -> plane.database()
                        .count("SELECT count(*) FROM inventory.slot WHERE state = 'in_service' AND node_id = '"
                                + theft.node + "'")
                == AllocationWorld.HOST_GPUS);
    }

    /**
     * A free GPU on that host would be leased to another tenant, for example as a slice, who would work on its host.
     */
    @Test
    void aTenantThatInventsGpusDrawsNobodyElseToItsHost() {
        Theft theft = new Theft();
        List<String> gpus = new ArrayList<>(theft.gpus());
        theft.host.requireOk(theft.host.topologyOf(theft.world.model, gpus.toArray(String[]::new)));
        gpus.add("GPU-" + UUID.randomUUID());
        theft.thief.requireOk(theft.thief.topologyOf(theft.world.model, gpus.toArray(String[]::new)));
        assertThat(theft.gpusKnown()).isEqualTo(AllocationWorld.HOST_GPUS);
        theft.release();
        TestNode rebuilt = theft.rebuilt();
        rebuilt.requireOk(rebuilt.topologyOf(theft.world.model, gpus.toArray(String[]::new)));
        rebuilt.requireOk(rebuilt.inventory());
        JsonNode verify = rebuilt.nextTask();
        rebuilt.requireOk(rebuilt.report(verify, TestNode.result(0, "succeeded", output(verify))));
        AllocationWorld.await(() -> theft.world.state(theft.allocation).equals("released"));
        rebuilt.requireOk(rebuilt.topologyOf(theft.world.model, gpus.toArray(String[]::new)));
        assertThat(theft.gpusKnown())
                .as("of the rebuilt host the same is believed")
                .isEqualTo(AllocationWorld.HOST_GPUS + 1);
    }

    @Test
    void anOpenCallAndAnOpenConnectionEndWithTheCertificate() throws Exception {
        Theft theft = new Theft();
        CompletableFuture<Integer> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return theft.thief.poll(50).status();
            } catch (java.io.UncheckedIOException e) {
                return 0;
            }
        });
        // Or the poll would be given the task to remove the login.
        theft.world.nodes.fallSilent(theft.node);
        theft.release();
        assertThat(waiting.get(60, TimeUnit.SECONDS))
                .as("hung up on, or refused")
                .isIn(0, 401);
        AllocationWorld.await(() -> {
            try {
                return theft.thief.heartbeat().status() == 401;
            } catch (java.io.UncheckedIOException e) {
                return false;
            }
        });
        theft.rebuilt();
    }
}
