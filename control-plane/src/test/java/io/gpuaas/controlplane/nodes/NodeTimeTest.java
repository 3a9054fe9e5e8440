package io.gpuaas.controlplane.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.certificates.KeyPairs;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.NodeTask;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.tls.Pem;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.MovableClock;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Processes that take a day: certificates of the listener and of nodes at the end of their lives. Hosts keep the real
 * time.
 */
@Against("PostgreSQL")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NodeTimeTest {

    private static final int JOINS_PER_MINUTE = 20;
    private static final MovableClock CLOCK = MovableClock.running();

    private static TestControlPlane plane;

    @SuppressWarnings("NullAway.Init")
    NodeTimeTest() {}

    @BeforeAll
    static void startYesterday() {
        CLOCK.setAhead(Duration.ofHours(-23));
        plane = TestControlPlane.start(
                Map.of("gpuaas.nodes.joins-per-minute-max", String.valueOf(JOINS_PER_MINUTE)), MovableTime.class);
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    @Configuration(proxyBeanMethods = false)
    static class MovableTime {

        @Bean
        Clock clock() {
            return CLOCK;
        }
    }

    @Test
    @Order(1)
    void theListenerTakesANewCertificateAndOpenConnectionsStay() throws Exception {
        CLOCK.setAhead(Duration.ofHours(-23));
        TestNode node = TestNode.ready(plane);
        TestNode other = TestNode.enrolled(plane);
        Instant first = shown(node.heartbeat()).getNotAfter().toInstant();

        CLOCK.setAhead(Duration.ZERO);
        plane.bean(NodeListener.class).renewCertificate();

        assertThat(shown(node.heartbeat()).getNotAfter().toInstant())
                .as("the open connection stays as it is")
                .isEqualTo(first);
        other.connect();
        assertThat(shown(other.heartbeat()).getNotAfter().toInstant()).isAfter(first.plus(Duration.ofHours(20)));
    }

    private static X509Certificate shown(TestNode.Reply reply) throws SSLPeerUnverifiedException {
        assertThat(reply.status()).isEqualTo(200);
        return (X509Certificate) reply.response().sslSession().orElseThrow().getPeerCertificates()[0];
    }

    @Test
    @Order(2)
    void aNodeWhoseCertificateHasExpiredRecoversWithTheSameKeyOnly() {
        CLOCK.setAhead(Duration.ofHours(-23));
        TestNode node = TestNode.ready(plane);
        NodeId id = node.id();
        CLOCK.setAhead(Duration.ofHours(2));
        assertThat(node.poll(0).code()).isEqualTo("node_certificate_expired");

        String last = Pem.write(node.certificate);
        node.withoutCertificate();
        assertThat(node.post("recover", recovery(last, TestNode.csr(KeyPairs.p256())))
                        .status())
                .as("another key")
                .isBetween(400, 422);
        node.requireOk(node.adopt(node.post("recover", recovery(last, TestNode.csr(node.keys))), node.keys));

        assertThat(node.id()).isEqualTo(id);
        assertThat(node.poll(0).status()).isEqualTo(200);
    }

    private static String recovery(String certificate, String csr) {
        return "{\"certificate\":%s,\"csr\":%s}".formatted(TestNode.quoted(certificate), TestNode.quoted(csr));
    }

    @Test
    @Order(3)
    void aPlannedTaskKeySignsAfterItsWaitingTimeAndTheOldOneIsForgottenLater() throws IOException {
        CLOCK.setAhead(Duration.ZERO);
        TaskKeys keys = plane.bean(TaskKeys.class);
        String old = keys.sign(task()).keyId();
        String planned = keys.rotate(false).keyId();
        try {
            CLOCK.setAhead(TaskKeys.KNOWN_BEFORE_SIGNING.minusMinutes(1));
            assertThat(keys.sign(task()).keyId()).isEqualTo(old);
            CLOCK.setAhead(TaskKeys.KNOWN_BEFORE_SIGNING.plusMinutes(1));
            keys.reread();
            assertThat(keys.sign(task()).keyId()).isEqualTo(planned);
            assertThat(keyIds(keys)).as("something it signed may be on its way").containsExactly(planned, old);
            CLOCK.setAhead(TaskKeys.KNOWN_BEFORE_SIGNING.plusDays(2).plusMinutes(1));
            keys.reread();
            assertThat(keyIds(keys)).containsExactly(planned);
            assertThat(keys.sign(task()).keyId()).isEqualTo(planned);
        } finally {
            CLOCK.setAhead(Duration.ZERO);
        }
    }

    private static List<String> keyIds(TaskKeys keys) {
        return keys.published().stream().map(NodeMessages.TaskKey::keyId).toList();
    }

    private static NodeTask task() {
        Instant now = Instant.now();
        return new NodeTask(
                new NodeId(UUID.randomUUID()),
                new TaskId(UUID.randomUUID()),
                "topology.discover",
                1,
                1,
                now,
                now.plusSeconds(60),
                new NodeTask.Payload(new byte[0]));
    }

    /** Last, since no host can join from this address for a while afterwards. */
    @Test
    @Order(4)
    void callsWithoutACertificateAreLimitedPerAddress() {
        CLOCK.setAhead(Duration.ZERO);
        TestNode known = TestNode.ready(plane);
        TestNode stranger = new TestNode(plane);
        String code = "";
        for (int i = 0; i <= 2 * JOINS_PER_MINUTE && !code.equals("rate_limited"); i++) {
            code = stranger.enroll("gpj1.nonsense").code();
        }
        assertThat(code).isEqualTo("rate_limited");
        TestNode.Reply refused = stranger.post("recover", recovery("x", TestNode.csr(known.keys)));
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.response().headers().firstValue("Retry-After")).isPresent();
        assertThat(known.poll(0).status())
                .as("a node with a certificate is no stranger")
                .isEqualTo(200);
    }
}
