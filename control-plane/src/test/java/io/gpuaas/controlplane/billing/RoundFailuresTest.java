package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.BudgetAction;
import io.gpuaas.api.CreateCommitment;
import io.gpuaas.api.Money;
import io.gpuaas.api.SetBudget;
import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.controlplane.ledger.Holds;
import io.gpuaas.controlplane.ledger.Ledger;
import io.gpuaas.controlplane.ledger.Promotions;
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
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.support.TransactionTemplate;

/** A round of the worker that dies at each thing it writes, one after the other, in a month that is just over. */
@Against("PostgreSQL")
class RoundFailuresTest {

    /** Rows of a table; of those for which the condition holds. */
    private record Write(String table, String when) {

        static Write to(String table) {
            return new Write(table, "true");
        }
    }

    /** Written by the one statement that charges a shard. */
    private static final List<Write> CHARGING = List.of(
            // First: once its tenant is left out, it is charged without the shard.
            Write.to("billing.shard"),
            Write.to("billing.usage"),
            Write.to("ledger.account"),
            Write.to("ledger.transfer"),
            Write.to("ledger.balance"),
            Write.to("ledger.hold"),
            new Write("ledger.promotion", "NEW.ended"),
            Write.to("billing.project_spend"),
            Write.to("billing.meter"));

    /** The writes before and after it, in the order of the round. */
    private static final List<Write> AROUND = List.of(
            Write.to("billing.free_tier"),
            Write.to("ledger.promotion"),
            new Write("ledger.booking", "NEW.kind = 'promotion_expiry'"),
            new Write("ledger.promotion", "NEW.ended"),
            Write.to("billing.watch"),
            Write.to("events.outbox"),
            Write.to("billing.budget"),
            Write.to("billing.closed_month"),
            new Write("ledger.booking", "NEW.kind = 'commitment_shortfall'"),
            new Write("ledger.transfer", "NEW.kind = 'commitment_shortfall'"),
            new Write("ledger.booking", "NEW.kind = 'earnings'"),
            Write.to("billing.statement"),
            Write.to("billing.statement_line"));

    private final BillingPlane billing = BillingPlane.shared();
    private final TenantId tenant = billing.tenant();

    @AfterEach
    void mend() {
        CHARGING.forEach(this::mend);
        AROUND.forEach(this::mend);
    }

    private void mend(Write write) {
        billing.database.execute("DROP TRIGGER IF EXISTS " + trigger(write) + " ON " + write.table());
    }

    private static String trigger(Write write) {
        return "broken_" + Integer.toUnsignedString(write.hashCode());
    }

    private void breakAt(Write write) {
        billing.database.execute("""
                CREATE OR REPLACE FUNCTION billing.broken() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE EXCEPTION 'broken'; END $$""");
        billing.database.execute("CREATE TRIGGER " + trigger(write) + " BEFORE INSERT OR UPDATE ON " + write.table()
                + " FOR EACH ROW WHEN (" + write.when() + ") EXECUTE FUNCTION billing.broken()");
    }

    private void round() {
        billing.plane.bean(BillingWorker.class).round();
    }

    /** A month that cannot be closed is noted and not thrown: it is one tenant's. */
    private boolean fails() {
        try {
            round();
        } catch (DataAccessException e) {
            return true;
        }
        return billing.database.count("SELECT count(*) FROM billing.open_month WHERE failed_since IS NOT NULL"
                        + " AND tenant_id = '" + tenant + "'")
                > 0;
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
        billing.clock.set(over.minus(Duration.ofHours(1)));
        billing.keepPartitions();
        commit(over);
        TenantId idle = billing.tenant();
        give(idle, 3, over.minus(Duration.ofMinutes(40)));
        billing.clock.set(over.minus(Duration.ofMinutes(30)));
        billing.policy(tenant, "billing.payment_mode", "prepaid");
        billing.policy(tenant, "billing.free_tier_monthly", "2");
        billing.pay(tenant, 10);
        give(tenant, 1, over.plus(Duration.ofDays(1)));
        Metered running = billing.begin(tenant, billing.sku(60 * BillingPlane.DOLLAR), 1);
        billing.doing(() -> billing.plane.bean(Holds.class).place(running.id().value(), tenant, dollars(5)));
        bound(running, 20);
        billing.clock.set(over.plus(Duration.ofMinutes(2)));

        for (Write write : CHARGING) {
            breakAt(write);
            billing.tick();
            mend(write);
            assertThat(count("billing.usage WHERE true"))
                    .as("use although it died at " + write)
                    .isZero();
        }
        // Parts of a round do not wait for each other: each gets one write further whenever one is mended.
        AROUND.forEach(this::breakAt);
        for (Write write : AROUND) {
            assertThat(fails()).as("until this is mended: " + write).isTrue();
            assertThat(billing.verifier().compare()).as(write.toString()).isEmpty();
            mend(write);
        }
        round();
        round();

        assertThat(billing.usage(running, "sum(seconds)")).isEqualTo(31 * 60);
        // Paid, used, granted, granted for the month, and committed but unused.
        assertThat(billing.credit(tenant)).isEqualTo((10 - 31 + 1 + 2 - 4) * BillingPlane.DOLLAR);
        assertThat(count("ledger.transfer WHERE kind = 'promotion_grant'")).isEqualTo(2);
        assertThat(count("ledger.transfer WHERE kind = 'commitment_shortfall'")).isEqualTo(1);
        assertThat(billing.plane.bean(Ledger.class).balance(tenant, "USD").held())
                .isZero();
        assertThat(billing.database.count(
                        "SELECT sum(amount_nanos) FROM ledger.transfer WHERE kind = 'promotion_expiry' AND tenant_id = '"
                                + idle + "'"))
                .isEqualTo(3 * BillingPlane.DOLLAR);
        assertThat(told("billing.balance_depleted")).isEqualTo(1);
        for (int step : new int[] {50, 80, 100}) {
            assertThat(told("\"percent\":" + step + ",")).as("step " + step).isEqualTo(1);
        }
        assertThat(count("ledger.transfer WHERE kind = 'earnings'")).isEqualTo(1);
        assertThat(count("billing.statement WHERE month = '" + month + "' AND total_nanos = 34 * 1000000000::bigint"))
                .isEqualTo(1);
        assertThat(told("billing.statement_closed")).isEqualTo(1);
        billing.end(running);
        billing.clock.forward(Duration.ofDays(1));
        billing.keepPartitions();
    }

    private static io.gpuaas.kernel.Money dollars(long amount) {
        return new io.gpuaas.kernel.Money(amount * BillingPlane.DOLLAR, "USD");
    }

    private void give(TenantId to, long dollars, Instant until) {
        billing.doing(() ->
                billing.plane.bean(Promotions.class).grant(UUID.randomUUID(), to, dollars(dollars), until, "a gift"));
    }

    /** To a GPU at eight dollars for the last hour, at half the price; it is not used. */
    private void commit(Instant over) {
        String sku = billing.sku(8 * BillingPlane.DOLLAR);
        billing.inTransaction(() -> billing.plane
                .bean(Commitments.class)
                .create(tenant, new CreateCommitment(sku, 1, 50, over.minus(Duration.ofHours(1)), over)));
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
