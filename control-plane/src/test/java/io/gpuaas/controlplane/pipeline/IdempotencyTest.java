package io.gpuaas.controlplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.testkit.Against;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@Against("PostgreSQL")
class IdempotencyTest {

    private static final int COPIES = 1_000;

    private final TestControlPlane plane = TestControlPlane.shared();

    @Test
    void aThousandCopiesOnTwoReplicasChangeStateOnceAndAllGetTheSameAnswer() throws Exception {
        try (TestControlPlane other = plane.startTwin(Map.of())) {
            ApiClient here = client(plane);
            String token = plane.principals().platformAdmin();
            List<ApiClient> replicas = List.of(plane.client(token), other.client(token));
            String slug = "once-" + UUID.randomUUID().toString().substring(0, 8);
            String key = UUID.randomUUID().toString();
            String body = "{\"slug\":\"" + slug + "\",\"name\":\"Once\"}";
            List<Reply> replies = atOnce(Stream.iterate(0, i -> i + 1)
                    .limit(COPIES)
                    .<Callable<Reply>>map(i -> () -> replicas.get(i % 2).post("/api/v1/tenants", body, key))
                    .toList());
            assertThat(replies).extracting(Reply::status).containsOnly(201);
            assertThat(replies)
                    .extracting(Reply::body)
                    .containsOnly(replies.getFirst().body());
            assertThat(replies)
                    .filteredOn(reply -> reply.header("Idempotency-Replayed").isEmpty())
                    .hasSize(1);
            assertThat(plane.database().count("SELECT count(*) FROM identity.tenant WHERE slug = '" + slug + "'"))
                    .isEqualTo(1);
            String target = "tenant:" + replies.getFirst().text("id");
            assertThat(plane.database().count("SELECT count(*) FROM audit.event WHERE target = '" + target + "'"))
                    .isEqualTo(1);
            assertThat(plane.database()
                            .count("SELECT last_sequence FROM events.aggregate_sequence WHERE aggregate = '" + target
                                    + "'"))
                    .isEqualTo(1);
            assertThat(here.get("/api/v1/me").status()).isEqualTo(200);
        }
    }

    private static ApiClient client(TestControlPlane plane) {
        // The admin lane would refuse a thousand requests a minute; that is not what is tested here.
        ApiClient admin = plane.admin();
        admin.put("/api/v1/policies/rate_limit.admin_requests_per_minute", "{\"value\":\"100000\"}");
        return admin;
    }

    /** The unfinished twin is played by a transaction of the test that holds the claim. */
    @Test
    void aTwinInFlightElsewhereIsToldToComeBack() throws Exception {
        String token = plane.principals().platformAdmin();
        String principal = plane.client(token).get("/api/v1/me").text("principal_id");
        String key = UUID.randomUUID().toString();
        String body = "{\"slug\":\"flight-" + key.substring(0, 8) + "\",\"name\":\"N\"}";
        try (Connection twin = plane.database().connect()) {
            twin.setAutoCommit(false);
            try (PreparedStatement claim = twin.prepareStatement(
                    "INSERT INTO pipeline.idempotency (principal_id, operation, key, fingerprint, expires_at)"
                            + " VALUES (?, 'createTenant', ?, '', now() + interval '1 hour')")) {
                claim.setString(1, principal);
                claim.setString(2, key);
                claim.executeUpdate();
            }
            Reply reply = plane.client(token).post("/api/v1/tenants", body, key);
            assertThat(reply.status()).isEqualTo(409);
            assertThat(reply.text("code")).isEqualTo("idempotency_in_flight");
            assertThat(reply.header("Retry-After")).isEqualTo("1");
            twin.rollback();
        }
        assertThat(plane.client(token).post("/api/v1/tenants", body, key).status())
                .isEqualTo(201);
    }

    @Test
    void anExpiredAnswerIsForgotten() {
        ApiClient admin = plane.admin();
        String key = UUID.randomUUID().toString();
        admin.post("/api/v1/tenants", "{\"slug\":\"exp-" + key.substring(0, 8) + "\",\"name\":\"N\"}", key);
        plane.database()
                .execute("UPDATE pipeline.idempotency SET expires_at = now() - interval '1 s' WHERE key = '" + key
                        + "'");
        Reply again =
                admin.post("/api/v1/tenants", "{\"slug\":\"exq-" + key.substring(0, 8) + "\",\"name\":\"N\"}", key);
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.header("Idempotency-Replayed")).isEmpty();
        plane.database()
                .execute("UPDATE pipeline.idempotency SET expires_at = now() - interval '1 s' WHERE key = '" + key
                        + "'");
        plane.bean(IdempotencyStore.class).deleteExpired();
        assertThat(plane.database().count("SELECT count(*) FROM pipeline.idempotency WHERE key = '" + key + "'"))
                .isZero();
    }

    private static List<Reply> atOnce(List<Callable<Reply>> calls) throws Exception {
        List<Reply> replies = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Reply> reply : threads.invokeAll(calls)) {
                replies.add(reply.get());
            }
        }
        return replies;
    }
}
