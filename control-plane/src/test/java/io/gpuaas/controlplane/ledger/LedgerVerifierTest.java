package io.gpuaas.controlplane.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A worker that verifies by itself, and the metrics that report it. */
@Against("PostgreSQL")
class LedgerVerifierTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final TestControlPlane plane = TestControlPlane.start(
            Map.of("gpuaas.roles", "api,billing-worker", "gpuaas.billing.verify-all-interval", "1s"));
    private final ApiClient admin = plane.admin();
    private final String tenant = admin.createTenant();

    @AfterEach
    void stop() {
        plane.close();
    }

    @Test
    void anAlterationIsFoundWithoutARequest() {
        assertThat(admin.post(
                                "/api/v1/tenants/" + tenant + "/payments",
                                "{\"amount\":{\"nanos\":5000000000,\"currency\":\"USD\"}}")
                        .status())
                .isEqualTo(201);
        await("gpuaas_ledger_seal_number", 1);

        alter("ledger.transfer", "amount_nanos = amount_nanos + 1 WHERE tenant_id = '" + tenant + "'");
        await("gpuaas_ledger_altered", 1);
        assertThat(value("gpuaas_ledger_accounts_off"))
                .as("what is sealed is trusted where balances are compared")
                .isZero();
        alter("ledger.transfer", "amount_nanos = amount_nanos - 1 WHERE tenant_id = '" + tenant + "'");
        await("gpuaas_ledger_altered", 0);

        String credit = " WHERE account_id = ledger.account_of('credit', '" + tenant + "', 'USD', NULL)";
        alter("ledger.balance", "nanos = nanos + 1" + credit);
        await("gpuaas_ledger_accounts_off", 1);
        await("gpuaas_ledger_altered", 1);
        alter("ledger.balance", "nanos = nanos - 1" + credit);
        await("gpuaas_ledger_accounts_off", 0);
        await("gpuaas_ledger_altered", 0);
    }

    /** As an owner of the database could. */
    private void alter(String table, String change) {
        plane.database()
                .execute(
                        "ALTER TABLE %1$s DISABLE TRIGGER USER; UPDATE %1$s SET %2$s; ALTER TABLE %1$s ENABLE TRIGGER USER"
                                .formatted(table, change));
    }

    private double value(String metric) {
        return plane.metrics()
                .body()
                .lines()
                .filter(line -> line.startsWith(metric + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(metric.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    private void await(String metric, double wanted) {
        Instant end = Instant.now().plus(PATIENCE);
        while (value(metric) != wanted) {
            assertThat(Instant.now())
                    .as("when " + metric + " should be " + wanted)
                    .isBefore(end);
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }
}
