package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.api.BudgetAction;
import io.gpuaas.api.Money;
import io.gpuaas.api.SetBudget;
import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.support.TransactionTemplate;

/** A round of the worker that dies at each thing it writes, one after the other, in a month that is just over. */
@Against("PostgreSQL")
class RoundFailuresTest {

    /** Written by the one statement that charges a shard. */
    private static final List<String> CHARGING = List.of(
            "billing.usage",
            "ledger.transfer",
            "ledger.balance",
            "billing.project_spend",
            "billing.meter",
            "billing.shard");

    /** What follows, in the order of the round. */
    private static final List<String> AFTERWARDS = List.of(
            "billing.watch",
            "events.outbox",
            "billing.budget",
            "billing.closed_month",
            "ledger.booking",
            "billing.statement",
            "billing.statement_line");

    private final BillingPlane billing = BillingPlane.shared();
    private final TenantId tenant = billing.tenant();

    @AfterEach
    void mend() {
        CHARGING.forEach(this::mend);
        AFTERWARDS.forEach(this::mend);
    }

    private void mend(String table) {
        billing.database.execute("DROP TRIGGER IF EXISTS broken ON " + table);
    }

    private void breakAt(String table) {
        billing.database.execute("""
                CREATE OR REPLACE FUNCTION billing.broken() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE EXCEPTION 'broken'; END $$""");
        billing.database.execute("CREATE TRIGGER broken BEFORE INSERT OR UPDATE ON " + table
                + " FOR EACH ROW EXECUTE FUNCTION billing.broken()");
    }

    private void round() {
        billing.plane.bean(BillingWorker.class).round();
    }

    private long count(String sql) {
        return billing.database.count("SELECT count(*) FROM " + sql + " AND tenant_id = '" + tenant + "'");
    }

    private long told(String what) {
        return billing.database.count("SELECT count(*) FROM events.outbox WHERE envelope LIKE '%" + tenant
                + "%' AND envelope LIKE '%" + what + "%'");
    }

    @Test
    void whereverItDiesTheNextRoundDoesTheRestAndNothingTwice() {
        billing.nextHour();
        YearMonth month = YearMonth.from(billing.clock.instant().atOffset(ZoneOffset.UTC));
        Instant over = month.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        billing.clock.set(over.minus(Duration.ofMinutes(30)));
        billing.keepPartitions();
        billing.policy(tenant, "billing.payment_mode", "prepaid");
        billing.pay(tenant, 10);
        Metered running = billing.begin(tenant, billing.sku(60 * BillingPlane.DOLLAR), 1);
        bound(running, 20);
        billing.clock.set(over.plus(Duration.ofMinutes(2)));

        for (String table : CHARGING) {
            breakAt(table);
            billing.tick();
            mend(table);
            assertThat(count("billing.usage WHERE true"))
                    .as("use although " + table + " could not be written")
                    .isZero();
        }
        for (String table : AFTERWARDS) {
            breakAt(table);
            assertThatThrownBy(this::round).as(table).isInstanceOf(DataAccessException.class);
            mend(table);
            assertThat(billing.verifier().compare()).as(table).isEmpty();
        }
        round();
        round();

        assertThat(billing.usage(running, "sum(seconds)")).isEqualTo(31 * 60);
        assertThat(billing.credit(tenant)).isEqualTo((10 - 31) * BillingPlane.DOLLAR);
        assertThat(told("billing.balance_depleted")).isEqualTo(1);
        for (int step : new int[] {50, 80, 100}) {
            assertThat(told("\"percent\":" + step + ",")).as("step " + step).isEqualTo(1);
        }
        assertThat(count("ledger.transfer WHERE kind = 'earnings'")).isEqualTo(1);
        assertThat(count("billing.statement WHERE month = '" + month + "' AND total_nanos = 30 * 1000000000::bigint"))
                .isEqualTo(1);
        assertThat(told("billing.statement_closed")).isEqualTo(1);
        billing.end(running);
        billing.clock.forward(Duration.ofDays(1));
        billing.keepPartitions();
    }

    private void bound(Metered of, long dollars) {
        Call.system("test", CorrelationId.create(billing.plane.bean(IdSource.class)))
                .in(tenant, of.project())
                .run(() -> billing.plane
                        .bean(TransactionTemplate.class)
                        .execute(status -> billing.plane
                                .bean(Budgets.class)
                                .set(
                                        of.project(),
                                        new SetBudget(
                                                new Money(dollars * BillingPlane.DOLLAR, "USD"), BudgetAction.ALERT))));
    }
}
