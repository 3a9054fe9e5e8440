package io.gpuaas.controlplane.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.TestDatabase;
import io.gpuaas.testkit.Against;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each on a control plane of its own: a trail that was tampered with stays so. */
@Against("PostgreSQL")
class TamperedTrailTest {

    private final TestControlPlane plane = TestControlPlane.start(Map.of());
    private final ApiClient admin = plane.admin();
    private final TestDatabase database = plane.database();

    @BeforeEach
    void recordAndSealSomething() {
        for (int i = 0; i < 3; i++) {
            admin.createTenant();
        }
        await().until(() -> admin.get("/api/v1/audit-events?limit=1")
                .json()
                .at("/items/0/sealed")
                .asBoolean());
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    private Reply verify() {
        return admin.send("POST", "/api/v1/audit-events/verify", null);
    }

    /** Changes rows as an attacker with all rights on the database could. */
    private void tamper(String sql) {
        database.execute("ALTER TABLE audit.event DISABLE TRIGGER ALL; ALTER TABLE audit.seal DISABLE TRIGGER ALL; "
                + "SET session_replication_role = replica; " + sql);
    }

    private long thirdRow() {
        return database.count("SELECT id FROM audit.event ORDER BY id OFFSET 2 LIMIT 1");
    }

    @Test
    void anAlteredRowIsFound() {
        long row = thirdRow();
        tamper("UPDATE audit.event SET actor_id = 'somebody else' WHERE id = " + row);
        Reply result = verify();
        assertThat(result.json().path("intact").asBoolean()).isFalse();
        assertThat(result.json().path("first_bad_row").asLong()).isEqualTo(row);
        assertThat(result.text("explanation")).contains("altered");
    }

    @Test
    void aRemovedRowIsFound() {
        long row = thirdRow();
        tamper("DELETE FROM audit.event WHERE id = " + row);
        Reply result = verify();
        assertThat(result.json().path("first_bad_row").asLong()).isEqualTo(row);
        assertThat(result.text("explanation")).contains("missing");
    }

    @Test
    void aRowSlippedInIsFound() {
        tamper("INSERT INTO audit.event (tx, occurred_at, actor_id, actor_kind, action, outcome, correlation_id) "
                + "SELECT tx, now(), 'x', 'user', 'x', 'succeeded', 'x' FROM audit.event ORDER BY id LIMIT 1");
        assertThat(verify().text("explanation")).contains("inserted");
    }

    @Test
    void aForgedSealIsFound() {
        tamper("UPDATE audit.seal SET row_hashes = row_hashes || '\\x00'::bytea WHERE number = 1");
        assertThat(verify().text("explanation")).contains("seal 1 was altered");
    }
}
