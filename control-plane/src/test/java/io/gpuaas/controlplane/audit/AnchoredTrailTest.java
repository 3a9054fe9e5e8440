package io.gpuaas.controlplane.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.TestDatabase;
import io.gpuaas.controlplane.anchors.Anchors;
import io.gpuaas.testkit.Against;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An attacker with all rights on the database removes the newest seals together with their rows. */
@Against("PostgreSQL")
class AnchoredTrailTest {

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    AnchoredTrailTest() {}

    @ParameterizedTest
    @CsvSource({"none,true", "objects,false", "log,false"})
    void cuttingOffTheNewestSealsShowsWhenTheyAreAnchored(String kind, boolean passes) {
        try (TestControlPlane plane = start(kind)) {
            ApiClient admin = plane.admin();
            twoSeals(plane, admin);
            long newest = plane.database().count("SELECT max(number) FROM audit.seal");
            if (!kind.equals("none")) {
                await().until(() -> isAnchored(plane, newest));
                // Verifying added rows, which are not sealed; the newest seal is the one that is anchored.
                assertThat(verify(admin).json().path("intact").asBoolean()).isTrue();
            }
            tamper(
                    plane.database(),
                    "DELETE FROM audit.event WHERE tx >= (SELECT from_tx FROM audit.seal ORDER BY number DESC LIMIT 1);"
                            + " DELETE FROM audit.seal WHERE number = " + newest);

            Reply result = verify(admin);
            assertThat(result.json().path("intact").asBoolean())
                    .as(result.body())
                    .isEqualTo(passes);
            if (!passes) {
                assertThat(result.text("explanation"))
                        .contains("the chain ends at seal " + (newest - 1) + " but was anchored at seal " + newest);
                admin.createTenant();
                seal(plane);
                assertThat(verify(admin).text("explanation"))
                        .as("also when others took their place")
                        .contains("seal " + newest + " is not the one that was anchored");
            }
        }
    }

    private TestControlPlane start(String kind) {
        return TestControlPlane.start(Map.of(
                "gpuaas.audit.seal-interval",
                "1h",
                "gpuaas.anchors.kind",
                kind,
                "gpuaas.anchors.interval",
                "200ms",
                "gpuaas.anchors.file",
                folder.resolve("anchors.log").toString()));
    }

    private static void twoSeals(TestControlPlane plane, ApiClient admin) {
        for (int i = 0; i < 2; i++) {
            admin.createTenant();
            seal(plane);
        }
        long newest = plane.database().count("SELECT max(number) FROM audit.seal");
        assertThat(newest).isGreaterThanOrEqualTo(2);
    }

    /** Other databases of the server have transactions too, and the horizon waits for them. */
    private static void seal(TestControlPlane plane) {
        await().until(() -> {
            plane.bean(AuditSealer.class).sealAll();
            return plane.database()
                            .count(
                                    "SELECT count(*) FROM audit.event WHERE tx >= coalesce((SELECT max(to_tx::text::bigint)"
                                            + " FROM audit.seal), 0)::text::xid8")
                    == 0;
        });
    }

    private static boolean isAnchored(TestControlPlane plane, long seal) {
        return plane.bean(Anchors.class).of(AuditChain.NAME).anchors().stream().anyMatch(one -> one.seal() == seal);
    }

    private static Reply verify(ApiClient admin) {
        return admin.send("POST", "/api/v1/audit-events/verify", null);
    }

    private static void tamper(TestDatabase database, String sql) {
        database.execute("SET session_replication_role = replica; " + sql);
    }
}
