package io.gpuaas.controlplane.gateways;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals;
import io.gpuaas.controlplane.nodes.NodeJoining;
import io.gpuaas.controlplane.nodes.TestNode;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.testkit.Against;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** Gateways and streams as a gateway meets them; the gateway itself has its tests in its own module. */
@Against("PostgreSQL")
class LogStreamsTest {

    private static TestControlPlane plane;
    private static ApiClient admin;
    private static TestGateway gateway;
    private static TestNode node;

    @BeforeAll
    static void start() throws Exception {
        plane = TestControlPlane.start(Map.of());
        admin = plane.admin();
        node = TestNode.ready(plane);
        assertThat(create(node).text("code")).isEqualTo("gateway_unavailable");
        gateway = TestGateway.connected(plane);
    }

    @AfterAll
    static void stop() throws Exception {
        plane.close();
    }

    private static ApiClient.Reply create(TestNode of) {
        return admin.post("/api/v1/nodes/" + of.id() + "/log-streams", "{\"source\":\"agent\",\"tail_lines\":5}");
    }

    /** Only one gateway responds at a time: streams go to the least busy one. */
    private JsonNode open() {
        gateway.sync();
        ApiClient.Reply made = create(node);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.json();
    }

    private JsonNode close(JsonNode stream) {
        return admin.post(
                        "/api/v1/nodes/" + node.id() + "/log-streams/"
                                + stream.path("id").asString() + "/close",
                        null)
                .json();
    }

    @Test
    void theNodeIsToldWhereToDialAndTheReaderGetsATokenThatIsNotInTheAddress() {
        TestNode told = TestNode.ready(plane);
        gateway.sync();
        JsonNode stream = create(told).json();
        String secret = stream.path("secret").asString();
        assertThat(Base64.getUrlDecoder().decode(secret)).as("256 bits").hasSize(32);
        assertThat(stream.path("url").asString())
                .isEqualTo("ws://localhost:1/v1/streams")
                .doesNotContain(secret);
        assertThat(stream.path("state").asString()).isEqualTo("waiting");
        JsonNode task = told.nextTask();
        assertThat(task.path("type").asString()).isEqualTo("logs.stream");
        JsonNode payload = TestGateway.JSON.readTree(
                new String(Base64.getDecoder().decode(task.path("payload").asString()), StandardCharsets.UTF_8));
        assertThat(payload.path("gateway_url").asString())
                .isEqualTo(
                        "wss://localhost:2/node/v1/streams/" + stream.path("id").asString());
        assertThat(payload.toString()).doesNotContain(secret);
        assertThat(plane.bean(JdbcClient.class)
                        .sql("SELECT count(*) FROM gateways.stream_token WHERE digest = :secret")
                        .param("secret", secret)
                        .query(Integer.class)
                        .single())
                .as("kept as a digest only")
                .isZero();
    }

    @Test
    void aTokenOpensItsStreamOnceAlsoWhenManyTryAtOnce() throws Exception {
        JsonNode stream = open();
        String token = stream.path("secret").asString();
        List<Callable<Integer>> tries = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            tries.add(() -> gateway.consume(token).status());
        }
        List<Integer> answers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> one : threads.invokeAll(tries)) {
                answers.add(one.get());
            }
        }
        assertThat(answers)
                .containsOnlyOnce(200)
                .filteredOn(status -> status == 403)
                .hasSize(7);
        assertThat(gateway.consume(token).code()).isEqualTo("stream_refused");
        close(stream);
    }

    @Test
    void expiredForeignAndInventedTokensAreRefused() throws Exception {
        JsonNode stream = open();
        String token = stream.path("secret").asString();
        TestGateway other = TestGateway.create(plane);
        other.enroll(other.secret);
        assertThat(other.consume(token).code()).as("another gateway's").isEqualTo("stream_refused");
        assertThat(gateway.consume("A".repeat(43)).code()).isEqualTo("stream_refused");
        plane.bean(JdbcClient.class)
                .sql("UPDATE gateways.stream SET expires_at = now() - interval '1 s' WHERE id = :id::uuid")
                .param("id", stream.path("id").asString())
                .update();
        assertThat(gateway.consume(token).code()).as("expired").isEqualTo("stream_refused");
        close(stream);
    }

    @Test
    void aNodeJoinsItsOwnStreamOnceWithACertificateThatCounts() throws Exception {
        JsonNode stream = open();
        String id = stream.path("id").asString();
        TestNode stranger = TestNode.ready(plane);
        assertThat(gateway.attach(id, stranger.certificate()).code()).isEqualTo("stream_refused");
        assertThat(gateway.attach(UUID.randomUUID().toString(), node.certificate())
                        .code())
                .isEqualTo("stream_refused");
        assertThat(gateway.attach(id, node.certificate()).json().path("node_id").asString())
                .isEqualTo(node.id().toString());
        assertThat(gateway.attach(id, node.certificate()).code()).as("twice").isEqualTo("stream_refused");
        close(stream);

        admin.post("/api/v1/nodes/" + stranger.id() + "/revoke-certificates", "{\"reason\":\"r\"}");
        ApiClient.Reply revoked = create(stranger);
        await().untilAsserted(() -> assertThat(gateway.attach(revoked.text("id"), stranger.certificate())
                        .status())
                .isEqualTo(401));
    }

    @Test
    void theStreamsOfAHostEndWhenItsRebuildBeginsAndItsOldCertificateJoinsNone() throws Exception {
        TestNode host = TestNode.ready(plane);
        gateway.sync();
        JsonNode stream = create(host).json();
        String id = stream.path("id").asString();
        gateway.consume(stream.path("secret").asString());
        assertThat(gateway.attach(id, host.certificate()).status()).isEqualTo(200);
        assertThat(gateway.sync(id).json().path("close")).isEmpty();
        Call.system("test", new CorrelationId("rebuild")).run(() -> {
            plane.bean(TransactionTemplate.class)
                    .executeWithoutResult(status ->
                            plane.bean(NodeJoining.class).beginRebuild(host.id(), new TaskId(UUID.randomUUID())));
            return true;
        });
        assertThat(gateway.sync(id).json().at("/close/0").asString()).isEqualTo(id);
        JsonNode later = create(host).json();
        assertThat(gateway.attach(later.path("id").asString(), host.certificate())
                        .code())
                .isEqualTo("node_certificate_refused");
    }

    @Test
    void anEndedStreamIsClosedAtTheNextSync() {
        JsonNode stream = open();
        String id = stream.path("id").asString();
        gateway.consume(stream.path("secret").asString());
        assertThat(gateway.sync(id).json().path("close")).isEmpty();
        assertThat(close(stream).path("state").asString()).isEqualTo("ended");
        assertThat(gateway.sync(id).json().at("/close/0").asString()).isEqualTo(id);
        String unknown = UUID.randomUUID().toString();
        assertThat(gateway.sync(unknown).json().at("/close/0").asString()).isEqualTo(unknown);
    }

    @Test
    void revokedAccessEndsTheStream() {
        TestPrincipals.Person operator = plane.principals().personOnPlatform(Role.OPERATOR);
        gateway.sync();
        JsonNode stream = plane.client(operator.token())
                .post("/api/v1/nodes/" + node.id() + "/log-streams", "{\"source\":\"agent\",\"tail_lines\":5}")
                .json();
        String id = stream.path("id").asString();
        gateway.consume(stream.path("secret").asString());
        assertThat(gateway.sync(id).json().path("close")).isEmpty();
        admin.post("/api/v1/principals/" + operator.id() + "/revoke", "{\"reason\":\"left\"}");
        await().untilAsserted(() ->
                assertThat(gateway.sync(id).json().at("/close/0").asString()).isEqualTo(id));
    }

    @Test
    void theStreamEndsWithTheRoleOfItsReader() {
        TestPrincipals.Person operator = plane.principals().personOnPlatform(Role.OPERATOR);
        gateway.sync();
        JsonNode stream = plane.client(operator.token())
                .post("/api/v1/nodes/" + node.id() + "/log-streams", "{\"source\":\"agent\",\"tail_lines\":5}")
                .json();
        String id = stream.path("id").asString();
        gateway.consume(stream.path("secret").asString());
        assertThat(gateway.sync(id).json().path("close")).isEmpty();
        assertThat(admin.put("/api/v1/users/" + operator.id() + "/platform-roles", "{\"roles\":[]}")
                        .status())
                .isEqualTo(200);
        assertThat(gateway.sync(id).json().at("/close/0").asString()).isEqualTo(id);
    }

    @Test
    void onlyAGatewayIsAGateway() throws Exception {
        TestGateway fresh = TestGateway.create(plane);
        assertThat(fresh.sync().code()).as("no certificate").isEqualTo("gateway_refused");
        assertThat(fresh.enroll(fresh.secret.replaceFirst("\\.[A-Za-z0-9_-]{43}\\.", "." + "A".repeat(43) + "."))
                        .code())
                .isEqualTo("gateway_refused");
        fresh.disguise(node.keys(), node.certificate());
        assertThat(fresh.sync().code()).as("a node's certificate").isEqualTo("gateway_refused");
        assertThat(fresh.enroll(fresh.secret).status()).isEqualTo(200);
        fresh.growOld(plane);
        assertThat(fresh.post("renew", "{\"csr\":\"x\"}").code()).isEqualTo("certificate_request_invalid");
        admin.post("/api/v1/gateways/" + fresh.id + "/revoke", null);
        assertThat(fresh.sync().code()).isEqualTo("gateway_refused");
        assertThat(fresh.enroll(fresh.secret).code()).isEqualTo("gateway_refused");
    }

    @Test
    void aNodeThatIsNotHeardStreamsNothing() {
        String silent = admin.post("/api/v1/nodes", "{\"name\":\"n-" + UUID.randomUUID() + "\"}")
                .text("id");
        assertThat(admin.post("/api/v1/nodes/" + silent + "/log-streams", "{\"source\":\"agent\"}")
                        .text("code"))
                .isEqualTo("node_state_conflict");
    }
}
