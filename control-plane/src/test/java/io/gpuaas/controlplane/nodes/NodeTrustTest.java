package io.gpuaas.controlplane.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.testkit.Against;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Whoever is not the node is not heard. */
@Against("PostgreSQL")
class NodeTrustTest {

    private static final Duration PROMISED = Duration.ofSeconds(5);

    @SuppressWarnings("NullAway.Init")
    @TempDir
    private Path directory;

    private final TestControlPlane plane = TestControlPlane.shared();

    private void presents(TestNode node, CertificateAuthority authority, String uri) {
        node.certificate = authority.issue(
                CertificateRequest.of(node.keys), new CertificateAuthority.Names("x", List.of(uri), List.of()));
        node.connect();
    }

    private CertificateAuthority ours(Duration offset) {
        return new EmbeddedAuthority(
                plane.bean(GpuaasProperties.class).dataDir().resolve("node-authority.pem"),
                Clock.offset(Clock.systemUTC(), offset));
    }

    @Test
    void withoutACertificate() {
        TestNode node = TestNode.enrolled(plane);
        node.withoutCertificate();
        assertThat(node.poll(0).code()).isEqualTo("node_certificate_required");
    }

    @Test
    void aCertificateOfAnotherAuthority() {
        TestNode node = TestNode.enrolled(plane);
        presents(
                node,
                new EmbeddedAuthority(directory.resolve("other.pem"), Clock.systemUTC()),
                NodeTrust.uriOf(node.id()));
        TestNode.Reply reply = node.poll(0);
        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.code()).isEqualTo("node_certificate_refused");
    }

    @Test
    void aSelfSignedCertificate() {
        TestNode node = TestNode.enrolled(plane);
        EmbeddedAuthority itself = new EmbeddedAuthority(directory.resolve("self.pem"), Clock.systemUTC());
        node.keys = new KeyPair(itself.root().getPublicKey(), itself.key());
        node.certificate = List.of(itself.root());
        node.connect();
        assertThat(node.poll(0).code()).isEqualTo("node_certificate_refused");
    }

    @Test
    void aCertificateOfOursThatWasNeverTheNodes() {
        TestNode node = TestNode.enrolled(plane);
        presents(node, ours(Duration.ZERO), NodeTrust.uriOf(node.id()));
        assertThat(node.poll(0).code()).isEqualTo("node_certificate_refused");
    }

    @Test
    void aCertificateThatNamesNoNode() {
        TestNode node = TestNode.enrolled(plane);
        presents(node, ours(Duration.ZERO), "spiffe://elsewhere/node/" + node.id());
        assertThat(node.poll(0).code()).isEqualTo("node_certificate_refused");
    }

    @Test
    void anExpiredCertificateIsToldToRecover() {
        TestNode node = TestNode.enrolled(plane);
        presents(node, ours(Duration.ofHours(-25)), NodeTrust.uriOf(node.id()));
        assertThat(node.poll(0).code()).isEqualTo("node_certificate_expired");
    }

    @Test
    void aTaskOfAnotherNodeLooksAbsent() {
        TestTasks tasks = new TestTasks(plane);
        TestNode one = TestNode.ready(plane);
        TestNode other = TestNode.ready(plane);
        tasks.discover(one.id());
        JsonNode task = one.nextTask();
        TestNode.Reply reply = other.report(task, TestNode.started(0));
        assertThat(reply.status()).isEqualTo(404);
        assertThat(tasks.state(
                        io.gpuaas.kernel.TaskId.parse(task.path("task_id").asString())))
                .isEqualTo(TaskState.SENT);
    }

    @Test
    void aRevocationEndsCallsAndClosesConnections() throws Exception {
        TestNode node = TestNode.ready(plane);
        assertThat(node.poll(0).status()).isEqualTo(200);
        CompletableFuture<TestNode.Reply> waiting = CompletableFuture.supplyAsync(() -> node.poll(50));
        await().until(() -> plane.bean(Polls.class).waitingNodes().contains(node.id()));
        int open = plane.bean(NodeListener.class).connections();
        Instant began = Instant.now();
        assertThat(plane.admin()
                        .post("/api/v1/nodes/" + node.id() + "/revoke-certificates", "{\"reason\":\"leaked\"}")
                        .status())
                .isEqualTo(200);
        await().atMost(PROMISED).until(() -> plane.bean(NodeListener.class).connections() < open);
        try {
            assertThat(waiting.get(5, TimeUnit.SECONDS).code()).isEqualTo("node_certificate_refused");
        } catch (ExecutionException hungUp) {
            assertThat(hungUp).hasRootCauseInstanceOf(java.io.IOException.class);
        }
        assertThat(Duration.between(began, Instant.now())).isLessThan(PROMISED);
        node.connect();
        assertThat(node.poll(0).code()).isEqualTo("node_certificate_refused");
    }

    @Test
    void aRetiredNodeIsToldSo() {
        TestNode node = TestNode.ready(plane);
        plane.admin().post("/api/v1/nodes/" + node.id() + "/retire", "{\"reason\":\"sold\"}");
        node.connect();
        assertThat(node.poll(0).code()).isEqualTo("node_retired");
    }
}
