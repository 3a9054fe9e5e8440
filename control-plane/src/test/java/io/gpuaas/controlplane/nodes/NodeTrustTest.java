package io.gpuaas.controlplane.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.certificates.CertificateAuthority;
import io.gpuaas.controlplane.certificates.CertificateRequest;
import io.gpuaas.controlplane.certificates.EmbeddedAuthority;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Calls by anyone but the node are refused. */
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

    /** So that only what is wrong with the certificate itself can be why it is refused. */
    private void withTheNumberOfTheNodesOwn(TestNode node) {
        plane.database()
                .execute("UPDATE nodes.certificate SET serial = '"
                        + NodeTrust.serial(node.certificate.getFirst()) + "' WHERE node_id = '" + node.id()
                        + "' AND state = 'current'");
        plane.database().execute("UPDATE nodes.node SET changed_at = clock_timestamp() WHERE id = '" + node.id() + "'");
        plane.bean(NodeDirectory.class).reload(node.id());
    }

    private static void assertRefused(TestNode.Reply reply, String why) {
        assertThat(reply.code()).as(reply.body()).isEqualTo("node_certificate_refused");
        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.json().path("detail").asString()).contains(why);
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
        withTheNumberOfTheNodesOwn(node);
        assertRefused(node.poll(0), "was not issued by this installation");
    }

    @Test
    void aSelfSignedCertificate() {
        TestNode node = TestNode.enrolled(plane);
        EmbeddedAuthority itself = new EmbeddedAuthority(directory.resolve("self.pem"), Clock.systemUTC());
        node.keys = new KeyPair(itself.root().getPublicKey(), itself.key());
        presents(node, itself, NodeTrust.uriOf(node.id()));
        withTheNumberOfTheNodesOwn(node);
        assertRefused(node.poll(0), "was not issued by this installation");
    }

    @Test
    void aCertificateOfOursThatWasNeverTheNodes() {
        TestNode node = TestNode.enrolled(plane);
        presents(node, ours(Duration.ZERO), NodeTrust.uriOf(node.id()));
        assertRefused(node.poll(0), "is neither the node's current nor its next one");
        withTheNumberOfTheNodesOwn(node);
        assertThat(node.poll(0).status()).as("nothing else was wrong with it").isEqualTo(200);
    }

    @Test
    void aCertificateThatNamesNoNode() {
        TestNode node = TestNode.enrolled(plane);
        presents(node, ours(Duration.ZERO), "spiffe://elsewhere/node/" + node.id());
        withTheNumberOfTheNodesOwn(node);
        assertRefused(node.poll(0), "does not name a node");
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
        try (SSLSocket idle = answered(node)) {
            CompletableFuture<TestNode.Reply> waiting = CompletableFuture.supplyAsync(() -> node.poll(50));
            await().until(() -> plane.bean(Polls.class).waitingNodes().contains(node.id()));
            Instant began = Instant.now();
            revoke(node);
            assertHungUp(idle);
            try {
                assertThat(waiting.get(60, TimeUnit.SECONDS).code()).isEqualTo("node_certificate_refused");
            } catch (ExecutionException hungUp) {
                assertThat(hungUp).hasRootCauseInstanceOf(IOException.class);
            }
            assertThat(Duration.between(began, Instant.now())).isLessThan(PROMISED);
        }
        node.connect();
        assertThat(node.poll(0).code()).isEqualTo("node_certificate_refused");
    }

    @Test
    void aRevocationAtOneProcessClosesConnectionsToAnother() throws Exception {
        TestNode node = TestNode.ready(plane);
        try (TestControlPlane there = plane.startTwin(Map.of())) {
            node.moveTo(there);
            try (SSLSocket idle = answered(node)) {
                Instant began = Instant.now();
                revoke(node);
                assertHungUp(idle);
                assertThat(Duration.between(began, Instant.now())).isLessThan(PROMISED);
            }
            node.connect();
            assertThat(node.poll(0).code()).isEqualTo("node_certificate_refused");
        }
    }

    private void revoke(TestNode node) {
        assertThat(plane.admin()
                        .post("/api/v1/nodes/" + node.id() + "/revoke-certificates", "{\"reason\":\"leaked\"}")
                        .status())
                .isEqualTo(200);
    }

    /** A connection under the node's certificate on which a call was answered, and nothing goes on since. */
    private static SSLSocket answered(TestNode node) throws IOException {
        SSLSocket socket = node.socket();
        socket.getOutputStream()
                .write(
                        "POST /node/v1/poll?boot_id=boot-1&last_sequence=0&wait_seconds=0 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
        assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                .isEqualTo("HTTP/1.1 200");
        return socket;
    }

    /** Reads what is left of the answer, and then the end; it throws when nothing comes in time. */
    private static void assertHungUp(SSLSocket socket) throws IOException {
        socket.setSoTimeout((int) PROMISED.toMillis());
        try {
            socket.getInputStream().readAllBytes();
        } catch (SSLException | SocketException cutOff) {
            assertThat(cutOff).as("an end without a farewell is an end too").isNotNull();
        }
    }

    @Test
    void aRetiredNodeIsToldSo() {
        TestNode node = TestNode.ready(plane);
        plane.admin().post("/api/v1/nodes/" + node.id() + "/retire", "{\"reason\":\"sold\"}");
        node.connect();
        assertThat(node.poll(0).code()).isEqualTo("node_retired");
    }
}
