package io.gpuaas.controlplane.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Limits of what an enrolled node can do to the control plane by its messages. */
@Against("PostgreSQL")
class NodeLimitsTest {

    private final TestControlPlane plane = TestControlPlane.shared();

    private static String gpus(int count) {
        List<String> gpus = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            gpus.add("{\"uuid\":\"GPU-invented-" + UUID.randomUUID() + "\",\"utilization_percent\":5}");
        }
        return "[" + String.join(",", gpus) + "]";
    }

    private long samples(NodeId node) {
        plane.bean(Heartbeats.class).flush();
        return plane.database().count("SELECT count(*) FROM nodes.gpu_sample WHERE node_id = '" + node + "'");
    }

    private static TestNode.Reply topology(TestNode node, String facts, String digest) {
        return node.post(
                "topology", "{\"boot_id\":\"b\",\"facts\":%s,\"digest\":\"sha256:%s\"}".formatted(facts, digest));
    }

    @Test
    void ofGpusThatAreNotInItsTopologyANodeSaysNothing() {
        TestNode node = TestNode.ready(plane, "GPU-limits-1");
        node.requireOk(node.heartbeat(Instant.now(), gpus(64)));
        assertThat(samples(node.id())).isZero();
        node.requireOk(node.heartbeat(Instant.now(), "[{\"uuid\":\"GPU-limits-1\",\"utilization_percent\":5}]"));
        assertThat(samples(node.id())).isOne();
        node.requireOk(node.heartbeat(Instant.now(), "[{\"uuid\":\"GPU-of-others\",\"xid\":[79]}]"));
        assertThat(plane.admin().get("/api/v1/nodes/" + node.id()).text("state"))
                .as("faults of GPUs it does not have are no faults")
                .isEqualTo("ready");
    }

    @Test
    void theGuestsOfAHostHaveNoMoreGpusThanAHostCanHave() {
        TestNode node = TestNode.ready(plane);
        String guests = "{\"guest_id\":\"g\",\"at\":\"%s\",\"gpus\":%s}".formatted(Instant.now(), gpus(33));
        TestNode.Reply reply =
                node.post("heartbeat", """
                {"boot_id":"b","agent_version":"1","at":"%s","last_sequence":0,"running_tasks":[],"gpus":[],
                 "guests":[%s,%s]}""".formatted(Instant.now(), guests, guests.replace("\"g\"", "\"h\"")));
        assertThat(reply.status()).isEqualTo(400);
    }

    @Test
    void aNodeThatTalksTooMuchIsToldToWaitAndNobodyElseIs() {
        TestNode node = TestNode.ready(plane);
        TestNode other = TestNode.ready(plane);
        int taken = 0;
        TestNode.Reply last = node.heartbeat();
        long began = System.nanoTime();
        while (last.status() == 200 && taken < 10_000) {
            taken++;
            last = node.heartbeat();
        }
        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
        assertThat(last.code()).isEqualTo("rate_limited");
        assertThat(last.response().headers().firstValue("Retry-After")).isPresent();
        assertThat((long) taken).isLessThanOrEqualTo(NodeBuckets.Word.HEARTBEAT.atOnce() + 2 * (seconds + 2));
        assertThat(other.heartbeat().status()).isEqualTo(200);
        assertThat(node.poll(0).status()).as("its work goes on").isEqualTo(200);
    }

    @Test
    void aNodeThatPollsWithoutPauseIsToldToWaitAndNobodyElseIs() {
        TestNode node = TestNode.ready(plane);
        TestNode other = TestNode.ready(plane);
        int taken = 0;
        long began = System.nanoTime();
        TestNode.Reply last = node.poll(0);
        while (last.status() == 200 && taken < 2_000) {
            taken++;
            last = node.poll(0);
        }
        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
        assertThat(last.code()).isEqualTo("rate_limited");
        assertThat(last.response().headers().firstValue("Retry-After")).isPresent();
        assertThat((long) taken).isBetween(100L, 120 + 20 * (seconds + 2));
        assertThat(other.poll(0).status()).isEqualTo(200);
        assertThat(node.heartbeat().status()).isEqualTo(200);
    }

    /** Each refusal is a look at the database and a line of the audit trail. */
    @Test
    void aNodeThatIsRefusedACertificateAgainAndAgainIsNotEvenListenedTo() {
        TestNode node = TestNode.ready(plane);
        for (int i = 0; i < 40; i++) {
            node.renewAtOnce();
        }
        assertThat(node.renewAtOnce().code()).isEqualTo("rate_limited");
        assertThat(plane.database()
                        .count("SELECT count(*) FROM audit.event WHERE action = '" + Enrolment.RENEW
                                + "' AND actor_id = 'node:" + node.id() + "'"))
                .isLessThanOrEqualTo(25);
        assertThat(node.poll(0).status()).as("its work goes on").isEqualTo(200);
    }

    @Test
    void anAgentThatSimulatesItsHostSaysSoAndIsShownAsThat() {
        TestNode node = TestNode.ready(plane, "GPU-simulated-1");
        String gpus = "\"gpus\":[{\"uuid\":\"GPU-simulated-1\",\"pci_address\":\"0000:01:00.0\",\"model\":\"H100\"}]";
        assertThat(isShownSimulated(node)).isFalse();
        node.requireOk(topology(node, "{\"simulated\":true," + gpus + "}", "7".repeat(64)));
        assertThat(isShownSimulated(node)).isTrue();
        assertThat(topology(node, "{\"simulated\":\"yes\"," + gpus + "}", "8".repeat(64))
                        .status())
                .isIn(400, 422);
        node.requireOk(topology(node, "{" + gpus + "}", "9".repeat(64)));
        assertThat(isShownSimulated(node)).isFalse();
    }

    private boolean isShownSimulated(TestNode node) {
        return plane.admin()
                .get("/api/v1/nodes/" + node.id())
                .json()
                .path("simulated")
                .asBoolean();
    }

    @Test
    void theSameFactsAreTheSameVersionWhateverTheDigestSaysAndFewVersionsAreKept() {
        TestNode node = TestNode.ready(plane, "GPU-limits-2");
        String same = "{\"gpus\":[{\"uuid\":\"GPU-limits-2\",\"pci_address\":\"0000:01:00.0\",\"model\":\"H100\"}]}";
        for (int i = 0; i < 3; i++) {
            TestNode.Reply reply = node.requireOk(topology(node, same, ("" + i).repeat(64)));
            assertThat(reply.json().path("version").asInt()).isOne();
        }
        TestNode.Reply other = topology(node, "{\"gpus\":[]}", "2".repeat(64));
        assertThat(other.json().path("version").asInt())
                .as("a digest alone hides nothing")
                .isEqualTo(2);
        for (int i = 0; i < Reconciliation.VERSIONS_KEPT; i++) {
            node.requireOk(topology(node, i % 2 == 0 ? same : "{\"gpus\":[]}", ("" + i % 10).repeat(64)));
        }
        assertThat(plane.database().count("SELECT count(*) FROM nodes.topology WHERE node_id = '" + node.id() + "'"))
                .isEqualTo(Reconciliation.VERSIONS_KEPT);
        TestNode.Reply last = other;
        for (int i = 0; i < NodeBuckets.Word.TOPOLOGY.atOnce(); i++) {
            last = topology(node, same, "3".repeat(64));
        }
        assertThat(last.code()).isEqualTo("rate_limited");
    }

    @Test
    void aHostInventsOnlySoManyGpus() {
        TestNode node = TestNode.ready(plane);
        TestNode.Reply last = node.topology("GPU-first");
        for (int i = 0; i < 10 && last.status() == 200; i++) {
            String[] invented = new String[40];
            for (int j = 0; j < invented.length; j++) {
                invented[j] = "GPU-" + UUID.randomUUID();
            }
            last = node.topology(invented);
        }
        assertThat(last.code()).isEqualTo("too_many");
        assertThat(plane.database().count("SELECT count(*) FROM nodes.gpu WHERE node_id = '" + node.id() + "'"))
                .isLessThanOrEqualTo(Reconciliation.GPUS_KNOWN_MAX);
        assertThat(node.topology("GPU-first").status())
                .as("its own it may tell")
                .isEqualTo(200);
    }

    @Test
    void inventedGpusAreForgottenWhenTheRebuiltHostReportsItsOwn() {
        TestNode node = TestNode.ready(plane, "GPU-real-1", "GPU-real-2");
        for (int i = 0; i < 6; i++) {
            String[] invented = new String[42];
            for (int j = 0; j < invented.length; j++) {
                invented[j] = "GPU-" + UUID.randomUUID();
            }
            invented[0] = "GPU-real-1";
            invented[1] = i == 0 ? "GPU-sold" : invented[1];
            node.requireOk(node.topology(invented));
        }
        await().atMost(Duration.ofSeconds(30))
                .until(() -> plane.database()
                                .count("SELECT count(*) FROM inventory.slot WHERE gpu_uuid = 'GPU-sold' AND node_id = '"
                                        + node.id() + "'")
                        > 0);
        plane.database()
                .execute("UPDATE inventory.slot SET leases = 1 WHERE gpu_uuid = 'GPU-sold' AND node_id = '" + node.id()
                        + "'");
        TestNode rebuilt = TestNode.joined(plane, TestNode.tokenFor(plane, node.id()), "h");
        rebuilt.requireOk(rebuilt.topology("GPU-real-1", "GPU-real-2"));
        assertThat(plane.database().count("SELECT count(*) FROM nodes.gpu WHERE node_id = '" + node.id() + "'"))
                .as("its own two, and the one that somebody held")
                .isEqualTo(3);
        String[] swapped = new String[10];
        for (int j = 0; j < swapped.length; j++) {
            swapped[j] = "GPU-swapped-" + j;
        }
        rebuilt.requireOk(rebuilt.topology(swapped));
        rebuilt.requireOk(rebuilt.inventory());
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(plane.database()
                                .count("SELECT count(*) FROM inventory.slot WHERE NOT replaced AND node_id = '"
                                        + node.id() + "'"))
                        .as("what was invented is no part of the host")
                        .isLessThan(20));
        rebuilt.requireOk(rebuilt.topology("GPU-real-1", "GPU-real-2"));
        assertThat(plane.database().count("SELECT count(*) FROM nodes.gpu WHERE node_id = '" + node.id() + "'"))
                .as("only when a new installation tells for the first time")
                .isEqualTo(13);
    }

    @Test
    void inventedWorkloadsOfAHostAreForgotten() {
        TestNode node = TestNode.ready(plane);
        node.requireOk(node.inventory("slice-real"));
        for (int i = 0; i < 3; i++) {
            String[] invented = new String[TopologyStore.MISSING_KEPT_MAX];
            for (int j = 0; j < invented.length; j++) {
                invented[j] = "slice-" + UUID.randomUUID();
            }
            node.requireOk(node.inventory(invented));
        }
        node.requireOk(node.inventory("slice-real"));
        assertThat(plane.database().count("SELECT count(*) FROM nodes.running WHERE node_id = '" + node.id() + "'"))
                .isEqualTo(TopologyStore.MISSING_KEPT_MAX + 1L);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM nodes.running WHERE id = 'slice-real' AND verdict = 'verified'"
                                + " AND node_id = '" + node.id() + "'"))
                .isEqualTo(1);
    }

    /** Each of these once kept the pulses of the whole fleet from being written. */
    @Test
    void anInvalidHeartbeatDoesNotAffectOtherNodes() {
        TestNode liar = TestNode.ready(plane);
        TestNode honest = TestNode.ready(plane);
        Heartbeats heartbeats = plane.bean(Heartbeats.class);
        heartbeats.flush();
        Instant trouble = heartbeats.lastTrouble();
        synchronized (heartbeats) {
            liar.heartbeat(Instant.parse("+1000000000-01-01T00:00:00Z"), "[]");
            liar.post("heartbeat", """
                    {"boot_id":"b","agent_version":"1","at":"%s","last_sequence":0,"running_tasks":[],"load1":1e300,
                     "gpus":[]}""".formatted(Instant.now()));
            honest.requireOk(honest.heartbeat());
            heartbeats.flush();
        }
        assertThat(heard(honest.id())).isOne();
        assertThat(heartbeats.lastTrouble())
                .as("nobody's silence goes unseen for it")
                .isEqualTo(trouble);
    }

    private long heard(NodeId node) {
        return plane.database()
                .count("SELECT count(*) FROM nodes.pulse WHERE boot_id IS NOT NULL AND node_id = '" + node + "'");
    }

    /** As if the tables of samples could not be written, by whatever a node made them refuse. */
    @Test
    void samplesThatCannotBeWrittenAreNoTroubleWithPulses() throws Exception {
        try (TestControlPlane own = TestControlPlane.start(Map.of())) {
            TestNode node = TestNode.ready(own, "GPU-limits-3");
            Heartbeats heartbeats = own.bean(Heartbeats.class);
            own.database().execute("ALTER TABLE nodes.node_sample RENAME TO node_sample_away");
            Instant trouble = heartbeats.lastTrouble();
            node.requireOk(node.heartbeat());
            heartbeats.flush();
            assertThat(heartbeats.lastTrouble()).isEqualTo(trouble);
            assertThat(own.database().count("SELECT count(*) FROM nodes.pulse WHERE boot_id IS NOT NULL"))
                    .isOne();
        }
    }
}
