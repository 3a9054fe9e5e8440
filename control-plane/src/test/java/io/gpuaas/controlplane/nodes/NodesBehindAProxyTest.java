package io.gpuaas.controlplane.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.Haproxy;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.testkit.Against;
import java.net.InetAddress;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Hosts behind a load balancer, which forwards their TLS and sends their addresses. */
@Against("haproxy")
class NodesBehindAProxyTest {

    private static final InetAddress HOST = InetAddress.ofLiteral("127.0.2.7");

    private static final TestControlPlane PLANE = TestControlPlane.start(Map.of(
            "gpuaas.proxies.networks", Haproxy.ADDRESS + "/32", "gpuaas.proxies.proxy-protocol", "nodes, gateways"));

    @AfterAll
    static void stop() {
        PLANE.close();
    }

    private static int listener() {
        return PLANE.bean(NodeListener.class).port();
    }

    private static long enrolmentsFrom(String address) {
        return PLANE.database()
                .count("SELECT count(*) FROM audit.event WHERE action = 'node.enroll' AND source_address = '" + address
                        + "'");
    }

    @Test
    void aHostCountsByItsOwnAddress() {
        try (Haproxy balancer = Haproxy.tcpWithProxyProtocol(listener())) {
            TestNode node = new TestNode(PLANE);
            node.dial(balancer.port(), HOST);
            assertThat(node.enroll("gpuaas_join_wrong").status()).isIn(400, 401);
            assertThat(enrolmentsFrom("127.0.2.7")).as("what was refused").isEqualTo(1);
            node.requireOk(node.enroll(TestNode.joinToken(PLANE)));
            TestNode.Reply heartbeat = node.requireOk(node.heartbeat());
            assertThat(heartbeat.response().version()).isEqualTo(java.net.http.HttpClient.Version.HTTP_2);
            node.requireOk(node.poll(0));
            assertThat(enrolmentsFrom(Haproxy.ADDRESS)).isZero();
        }
    }

    @Test
    void aHostThatDialsDirectlyNeedsNoHeader() {
        TestNode node = new TestNode(PLANE);
        node.dial(listener(), InetAddress.ofLiteral("127.0.2.8"));
        node.requireOk(node.enroll(TestNode.joinToken(PLANE)));
    }

    @Test
    void aBalancerThatForgetsTheHeaderIsHungUpOn() {
        try (Haproxy balancer = Haproxy.tcp(listener())) {
            TestNode node = new TestNode(PLANE);
            node.dial(balancer.port(), HOST);
            assertThatThrownBy(() -> node.enroll(TestNode.joinToken(PLANE)))
                    .isInstanceOf(java.io.UncheckedIOException.class);
        }
    }

    @Test
    void ambiguousTargetsAreRefused() {
        TestNode node = TestNode.enrolled(PLANE);
        for (String path : new String[] {
            "/node/v1/;a=1/poll", "/node/v1//poll", "/node/v1/x/../poll", "/node/v1/%2e%2e/poll", "/node/v1/a%2fb"
        }) {
            TestNode.Reply reply = node.send("POST", path, "{}");
            assertThat(reply.status()).as(path).isEqualTo(400);
            assertThat(reply.code()).as(path).isEqualTo("request_malformed");
        }
        assertThat(node.send("POST", "/node/v1/poll?=x", null).status()).isEqualTo(400);
    }
}
