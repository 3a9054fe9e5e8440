package io.gpuaas.controlplane.listeners;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Against("PostgreSQL")
class OperationsTest {

    private final TestControlPlane plane = TestControlPlane.shared();

    @Test
    void readinessNamesWhatItChecked() {
        // Other tests of the shared plane may have all its connections for a moment.
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            Reply reply = plane.anonymous().get("/readyz");
            assertThat(reply.status()).as(reply.body()).isEqualTo(200);
            assertThat(reply.json().path("checks").propertyNames())
                    .contains("database", "migrations", "bus", "serving");
        });
    }

    @Test
    void withoutItsDatabaseAProcessLivesButIsNotReady() {
        try (TestControlPlane alone = TestControlPlane.start(Map.of())) {
            ApiClient admin = alone.admin();
            assertThat(alone.anonymous().get("/readyz").status()).isEqualTo(200);
            alone.database().takeAway();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> alone.anonymous().get("/readyz").status() == 503);
            assertThat(alone.anonymous().get("/healthz").status()).isEqualTo(200);
            Reply refused = admin.get("/api/v1/tenants");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.text("code")).isEqualTo("overloaded");
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            alone.database().giveBack();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> alone.anonymous().get("/readyz").status() == 200);
        }
    }

    @Test
    void aSchemaNewerThanTheProgramIsNotReady() {
        try (TestControlPlane old = TestControlPlane.start(Map.of())) {
            old.database()
                    .execute(
                            "INSERT INTO identity.migration_history SELECT installed_rank + 1000, '999', 'later', type, 'V999__later.sql', "
                                    + "checksum, installed_by, installed_on, execution_time, success FROM identity.migration_history "
                                    + "WHERE version = '1'");
            try (TestControlPlane restarted = old.startTwin(Map.of())) {
                Reply reply = restarted.anonymous().get("/readyz");
                assertThat(reply.status()).isEqualTo(503);
                assertThat(reply.json().at("/checks/migrations").asString()).isEqualTo("not ready");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gpuaas_request_seconds_bucket",
                "gpuaas_outbox_depth",
                "gpuaas_outbox_age_seconds",
                "gpuaas_dead_letter_depth",
                "hikaricp_connections_active",
                "jvm_memory_used_bytes"
            })
    void metricsAreThere(String name) {
        plane.admin().get("/api/v1/me");
        assertThat(plane.metrics().body()).contains(name);
    }

    @Test
    void latencyIsByOperation() {
        plane.admin().get("/api/v1/me");
        assertThat(plane.metrics().body())
                .contains("operation=\"getMe\"")
                .contains("operation=\"getMe\",status=\"200\"");
    }

    @Test
    void metricsHaveAPortOfTheirOwnWithNothingElseOnIt() {
        assertThat(plane.anonymous().get("/metrics").status()).isEqualTo(404);
        assertThat(plane.metrics().status()).isEqualTo(200);
        assertThat(plane.metrics("/api/v1/me").status()).isEqualTo(404);
        assertThat(plane.metrics("/healthz").status()).isEqualTo(404);
        try (TestControlPlane silent = TestControlPlane.start(Map.of("gpuaas.server.metrics-port", "-1"))) {
            assertThat(silent.bean(MetricsListener.class).port()).isZero();
        }
    }

    @Test
    void metricsAreForTheNetworksNamed() {
        try (TestControlPlane strict = TestControlPlane.start(Map.of("gpuaas.server.metrics-networks", "10.0.0.0/8"))) {
            assertThat(strict.metrics().status()).isEqualTo(403);
        }
    }

    @Test
    void aStoppingProcessFinishesWhatItBegan() throws Exception {
        TestControlPlane stopping = TestControlPlane.start(Map.of("gpuaas.server.drain-timeout", "20s"));
        ApiClient admin = stopping.admin();
        admin.get("/api/v1/me");
        // A lock of the test delays the request while the process is stopped.
        try (var lock = stopping.database().connect()) {
            lock.setAutoCommit(false);
            lock.createStatement().execute("LOCK TABLE identity.tenant IN EXCLUSIVE MODE");
            CompletableFuture<Reply> slow = CompletableFuture.supplyAsync(
                    () -> admin.post("/api/v1/tenants", "{\"slug\":\"slow\",\"name\":\"N\"}"));
            await().until(() -> stopping.database()
                            .count(
                                    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")
                    > 0);
            int port = stopping.port();
            CompletableFuture<Void> stop = CompletableFuture.runAsync(stopping::close);
            await().until(() -> isRefused(port));
            lock.commit();
            assertThat(slow.get().status()).isEqualTo(201);
            stop.get();
        }
    }

    /** Whether the process accepts no new connections. */
    private static boolean isRefused(int port) throws IOException {
        try (Socket connection = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return !connection.isConnected();
        } catch (ConnectException e) {
            return true;
        }
    }

    @Test
    void theContractIsServed() {
        assertThat(plane.anonymous().get("/contracts/openapi.yaml").body()).contains("openapi: 3.0.3");
        assertThat(plane.anonymous().get("/contracts/asyncapi.yaml").status()).isEqualTo(200);
        assertThat(plane.anonymous().get("/contracts/../gpuaas.yaml").status()).isNotEqualTo(200);
    }
}
