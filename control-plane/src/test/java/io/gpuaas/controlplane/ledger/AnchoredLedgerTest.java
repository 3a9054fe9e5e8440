package io.gpuaas.controlplane.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Against("PostgreSQL")
class AnchoredLedgerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    AnchoredLedgerTest() {}

    @Test
    void cuttingOffTheNewestSealsOfTheLedgerShows() {
        Path file = folder.resolve("anchors.log");
        try (TestControlPlane plane = TestControlPlane.start(Map.of(
                "gpuaas.billing.verify-interval", "1h",
                "gpuaas.anchors.kind", "log",
                "gpuaas.anchors.interval", "200ms",
                "gpuaas.anchors.file", file.toString()))) {
            LedgerVerifier verifier = plane.bean(LedgerVerifier.class);
            ApiClient admin = plane.admin();
            pay(admin, plane, 1);
            pay(admin, plane, 2);
            await().atMost(PATIENCE).until(() -> isAnchored(file, newest(plane)));
            assertThat(verifier.verify().intact())
                    .as(String.valueOf(verifier.verify().explanation()))
                    .isTrue();

            long newest = newest(plane);
            plane.database()
                    .execute("SET session_replication_role = replica; DELETE FROM ledger.transfer"
                            + " WHERE tx >= (SELECT from_tx FROM ledger.seal ORDER BY number DESC LIMIT 1);"
                            + " DELETE FROM ledger.seal WHERE number = " + newest);

            assertThat(verifier.verify().explanation())
                    .isEqualTo("the chain ends at seal " + (newest - 1) + " but was anchored at seal " + newest);
        }
    }

    private static long newest(TestControlPlane plane) {
        return plane.database().count("SELECT coalesce(max(number), 0) FROM ledger.seal");
    }

    private static boolean isAnchored(Path file, long seal) throws IOException {
        if (Files.notExists(file)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.anyMatch(
                    line -> line.contains("\"chain\":\"ledger\"") && line.contains("\"seal\":" + seal + ","));
        }
    }

    private static void pay(ApiClient admin, TestControlPlane plane, int seals) {
        String tenant = admin.createTenant();
        assertThat(admin.post(
                                "/api/v1/tenants/" + tenant + "/payments",
                                "{\"amount\":{\"nanos\":5000000000,\"currency\":\"USD\"}}")
                        .status())
                .isEqualTo(201);
        await().atMost(PATIENCE).until(() -> {
            plane.bean(LedgerVerifier.class).sealAll();
            return newest(plane) >= seals;
        });
    }
}
