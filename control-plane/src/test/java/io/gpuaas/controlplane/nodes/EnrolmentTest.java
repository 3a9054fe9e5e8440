package io.gpuaas.controlplane.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.certificates.CertificateAuthority;
import io.gpuaas.controlplane.certificates.KeyPairs;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.tls.Pem;
import io.gpuaas.testkit.Against;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

@Against("PostgreSQL")
class EnrolmentTest {

    private final TestControlPlane plane = TestControlPlane.shared();

    @Test
    void theSameTokenWithTheSameKeyGivesTheSameNode() {
        TestNode node = new TestNode(plane);
        String token = TestNode.joinToken(plane);
        node.requireOk(node.enroll(token));
        NodeId first = node.id();
        node.withoutCertificate();
        node.requireOk(node.enroll(token));
        assertThat(node.id()).isEqualTo(first);
        assertThat(node.heartbeat().status()).isEqualTo(200);
    }

    @Test
    void theSameTokenWithAnotherKeyIsRefused() {
        String token = TestNode.joinToken(plane);
        TestNode node = new TestNode(plane);
        node.requireOk(node.enroll(token));
        TestNode thief = new TestNode(plane);
        TestNode.Reply reply = thief.enroll(token);
        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.code()).isEqualTo("join_token_used");
    }

    @Test
    void issuedAndRefusedCertificatesAreAudited() {
        String token = TestNode.joinToken(plane);
        TestNode node = new TestNode(plane);
        node.requireOk(node.enroll(token));
        node.requireOk(node.renew());
        new TestNode(plane).enroll(token);

        assertThat(audited("anonymous", "node.enroll", "succeeded", "target = '" + node.id() + "'"))
                .isOne();
        assertThat(audited("node:" + node.id(), "node.renew_certificate", "succeeded", "target IS NOT NULL"))
                .isOne();
        assertThat(audited("anonymous", "node.enroll", "refused", "error_code = 'join_token_used'"))
                .isPositive();
    }

    private long audited(String actor, String action, String outcome, String more) {
        return plane.database().count("""
                SELECT count(*) FROM audit.event WHERE source_address IS NOT NULL
                  AND actor_id = '%s' AND action = '%s' AND outcome = '%s' AND %s""".formatted(actor, action, outcome, more));
    }

    @Test
    void anExpiredTokenIsRefusedAlsoToTheOneWhoUsedIt() {
        String token = TestNode.joinToken(plane, Duration.ofHours(1));
        TestNode node = new TestNode(plane);
        node.requireOk(node.enroll(token));
        plane.database()
                .execute("UPDATE nodes.join_token SET expires_at = now() - interval '1 s' WHERE id = '"
                        + token.split("\\.", -1)[1] + "'");
        node.withoutCertificate();
        assertThat(node.enroll(token).code()).isEqualTo("join_token_invalid");
    }

    @Test
    void aWrongSecretAndGarbageAreRefused() {
        String[] parts = TestNode.joinToken(plane).split("\\.", -1);
        TestNode node = new TestNode(plane);
        assertThat(node.enroll(parts[0] + "." + parts[1] + ".wrong." + parts[3]).code())
                .isEqualTo("join_token_invalid");
        assertThat(node.enroll("gpj1.x.y.z").code()).isEqualTo("join_token_invalid");
        assertThat(node.enroll("").code()).isEqualTo("join_token_invalid");
    }

    @Test
    void theTokenEndsWithTheDigestOfTheRoot() throws Exception {
        X509Certificate root = plane.bean(CertificateAuthority.class).root();
        assertThat(TestNode.joinToken(plane)).endsWith("." + Digests.hexSha256(root.getEncoded()));
    }

    @Test
    void aRequestNotSignedWithItsKeyIsRefused() {
        TestNode node = new TestNode(plane);
        String csr = TestNode.csr(node.keys);
        byte[] der = java.util.Base64.getMimeDecoder()
                .decode(csr.replaceAll("-----[A-Z ]+-----", "").strip());
        der[der.length - 3] ^= 1;
        TestNode.Reply reply = node.post(
                "enroll",
                "{\"join_token\":\"%s\",\"csr\":%s,\"hostname\":\"h\",\"agent_version\":\"1\",\"boot_id\":\"b\"}"
                        .formatted(TestNode.joinToken(plane), TestNode.quoted(Pem.write("CERTIFICATE REQUEST", der))));
        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.code()).isEqualTo("certificate_request_invalid");
    }

    @Test
    void bothCertificatesCountUntilTheNewOneIsSeen() {
        TestNode node = TestNode.enrolled(plane);
        KeyPair oldKeys = node.keys;
        List<X509Certificate> old = node.certificate;
        node.requireOk(node.renew());
        KeyPair newKeys = node.keys;
        List<X509Certificate> next = node.certificate;

        node.keys = oldKeys;
        node.certificate = old;
        node.connect();
        assertThat(node.heartbeat().status()).as("not seen yet").isEqualTo(200);

        node.keys = newKeys;
        node.certificate = next;
        node.connect();
        assertThat(node.heartbeat().status()).isEqualTo(200);

        node.keys = oldKeys;
        node.certificate = old;
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            node.connect();
            assertThat(node.heartbeat().code()).isEqualTo("node_certificate_refused");
        });
    }

    @Test
    void theKeyOfTheLastCertificateRecovers() {
        TestNode node = TestNode.enrolled(plane);
        NodeId id = node.id();
        List<X509Certificate> last = node.certificate;
        node.growOld();
        node.requireOk(node.adopt(recover(node, last, node.keys), node.keys));
        assertThat(node.id()).isEqualTo(id);
        assertThat(node.heartbeat().status()).isEqualTo(200);

        assertThat(recover(node, node.certificate, KeyPairs.p256()).code()).isEqualTo("certificate_request_invalid");
    }

    private static TestNode.Reply recover(TestNode node, List<X509Certificate> last, KeyPair keys) {
        node.withoutCertificate();
        return node.post(
                "recover",
                "{\"certificate\":%s,\"csr\":%s}"
                        .formatted(TestNode.quoted(Pem.write(last)), TestNode.quoted(TestNode.csr(keys))));
    }

    @Test
    void theKeyOfAReplacedCertificateDoesNotRecover() {
        TestNode node = TestNode.enrolled(plane);
        KeyPair oldKeys = node.keys;
        List<X509Certificate> old = node.certificate;
        node.requireOk(node.renew());
        node.requireOk(node.heartbeat());
        TestNode.Reply reply = recover(node, old, oldKeys);
        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.code()).isEqualTo("node_certificate_refused");
    }

    @Test
    void theKeyOfARevokedCertificateDoesNotRecover() {
        TestNode node = TestNode.ready(plane);
        plane.admin().post("/api/v1/nodes/" + node.id() + "/revoke-certificates", "{\"reason\":\"leaked\"}");
        TestNode.Reply reply = recover(node, node.certificate, node.keys);
        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.code()).isEqualTo("node_certificate_refused");
    }

    @Test
    void aHostRestoredFromBeforeARenewalComesBackWithANewTokenAndIsReadmitted() {
        TestTasks tasks = new TestTasks(plane);
        TestNode node = TestNode.ready(plane);
        NodeId id = node.id();
        KeyPair oldKeys = node.keys;
        List<X509Certificate> old = node.certificate;
        node.requireOk(node.renew());
        tasks.discover(id);
        node.report(node.nextTask(), TestNode.result(0, "failed", "null"));
        node.requireOk(node.poll(0));

        node.keys = oldKeys;
        node.certificate = old;
        node.lastSequence = 0;
        node.connect();
        assertThat(node.poll(0).code()).isEqualTo("node_certificate_refused");
        assertThat(recover(node, old, oldKeys).code()).isEqualTo("node_certificate_refused");

        node.keys = KeyPairs.p256();
        node.withoutCertificate();
        node.requireOk(node.enroll(tokenFor(id)));
        assertThat(node.id()).isEqualTo(id);
        node.requireOk(node.poll(0));
        assertThat(state(id)).as("it does not know what it did").isEqualTo("quarantined");
        plane.admin().post("/api/v1/nodes/" + id + "/readmit", "{\"reason\":\"restored\"}");
        node.requireOk(node.topology());
        node.requireOk(node.inventory());
        assertThat(state(id)).isEqualTo("ready");
        tasks.discover(id);
        assertThat(node.nextTask().path("sequence").asLong()).isGreaterThan(1);
    }

    private String state(NodeId node) {
        return plane.admin().get("/api/v1/nodes/" + node).text("state");
    }

    private String tokenFor(NodeId node) {
        return plane.admin()
                .post("/api/v1/nodes/join-tokens", "{\"count\":1,\"node_id\":\"" + node + "\"}")
                .json()
                .at("/tokens/0/secret")
                .asString();
    }

    @Test
    void tokensAreShownOnceAndBindToANode() {
        ApiClient admin = plane.admin();
        String node = admin.post("/api/v1/nodes", "{\"name\":\"bound-" + java.util.UUID.randomUUID() + "\"}")
                .text("id");
        String key = java.util.UUID.randomUUID().toString();
        String body = "{\"count\":2,\"node_id\":\"" + node + "\"}";
        ApiClient.Reply made = admin.post("/api/v1/nodes/join-tokens", body, key);
        assertThat(made.status()).isEqualTo(201);
        ApiClient.Reply again = admin.post("/api/v1/nodes/join-tokens", body, key);
        assertThat(again.json().at("/tokens/0/secret").isMissingNode()).isTrue();
        assertThat(again.json().at("/tokens/0/id")).isEqualTo(made.json().at("/tokens/0/id"));
        TestNode host = new TestNode(plane);
        host.requireOk(host.enroll(made.json().at("/tokens/1/secret").asString()));
        assertThat(host.id().toString()).isEqualTo(node);
    }

    @Test
    void afterARevocationANewTokenForTheNodeBringsItBack() {
        TestNode node = TestNode.ready(plane);
        NodeId id = node.id();
        plane.admin().post("/api/v1/nodes/" + id + "/revoke-certificates", "{\"reason\":\"r\"}");
        node.keys = KeyPairs.p256();
        node.withoutCertificate();
        node.requireOk(node.enroll(tokenFor(id)));
        assertThat(node.id()).isEqualTo(id);
        assertThat(node.heartbeat().status()).isEqualTo(200);
    }
}
