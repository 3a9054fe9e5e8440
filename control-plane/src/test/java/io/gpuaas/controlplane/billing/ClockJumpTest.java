package io.gpuaas.controlplane.billing;

import static io.gpuaas.controlplane.billing.BillingPlane.DOLLAR;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.controlplane.ledger.Promotions;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Whole rounds of the worker with a clock that is wrong, and after a downtime that was real. */
@Against("PostgreSQL")
class ClockJumpTest {

    private static final BillingPlane WORLD = BillingPlane.shared();

    private final TenantId tenant = WORLD.tenant();
    private final UUID lot = UUID.randomUUID();
    private final String sku = WORLD.sku(12 * DOLLAR);

    private static void round() {
        WORLD.plane.bean(BillingWorker.class).round();
    }

    /** So that gifts of whole minutes end with a window. */
    private static void beginAMinute() {
        WORLD.nextHour();
        WORLD.clock.set(WORLD.clock.instant().truncatedTo(ChronoUnit.MINUTES).plus(Duration.ofMinutes(1)));
    }

    private static void pass(Duration time) {
        for (Duration gone = Duration.ZERO; gone.compareTo(time) < 0; gone = gone.plusMinutes(1)) {
            WORLD.clock.forward(Duration.ofMinutes(1));
            round();
        }
    }

    private void give(TenantId to, long dollars, Duration length) {
        WORLD.doing(() -> WORLD.plane
                .bean(Promotions.class)
                .grant(
                        lot,
                        to,
                        new Money(dollars * DOLLAR, "USD"),
                        WORLD.clock.instant().plus(length),
                        "a gift"));
    }

    private long left() {
        return WORLD.database.count(
                "SELECT b.nanos FROM ledger.balance b JOIN ledger.promotion p ON p.account_id = b.account_id WHERE p.lot = '"
                        + lot + "'");
    }

    private long events(String type) {
        return WORLD.database.count("SELECT count(*) FROM events.outbox WHERE event_type = '" + type
                + "' AND envelope LIKE '%" + tenant + "%'");
    }

    private static long given() {
        return WORLD.database.count("SELECT count(*) FROM billing.free_tier");
    }

    private static long closedMonths() {
        return WORLD.database.count("SELECT count(*) FROM billing.closed_month");
    }

    @Test
    void whileTheClockIsWrongNothingEndsAndNobodyLosesAMachine() {
        WORLD.nextHour();
        WORLD.policy(tenant, "billing.payment_mode", "prepaid");
        WORLD.policy(tenant, "billing.grace", "PT15M");
        TenantId gifted = WORLD.tenant();
        WORLD.policy(gifted, "billing.free_tier_monthly", "5");
        give(gifted, 7, Duration.ofDays(10));
        WORLD.pay(tenant, 1);
        Metered running = WORLD.begin(tenant, sku, 1);
        WORLD.begin(gifted, WORLD.sku(1), 1);
        pass(Duration.ofMinutes(8));
        assertThat(events("billing.balance_depleted")).isEqualTo(1);
        long tiers = given();
        long months = closedMonths();
        long gift = left();
        assertThat(gift).isPositive();

        Instant right = WORLD.clock.instant();
        WORLD.clock.forward(Duration.ofDays(30));
        round();
        round();
        assertThat(left()).as("the gift").isEqualTo(gift);
        assertThat(events("billing.force_release_requested")).isZero();
        assertThat(given()).as("gifts for a month that has not begun").isEqualTo(tiers);
        assertThat(closedMonths()).isEqualTo(months);

        WORLD.clock.set(right);
        round();
        assertThat(events("billing.force_release_requested")).isZero();
        pass(Duration.ofMinutes(15));
        assertThat(events("billing.force_release_requested")).isEqualTo(1);
        assertThat(WORLD.usage(running, "sum(seconds)")).isPositive();
        WORLD.endEverything();
        WORLD.clock.forward(Duration.ofDays(10));
        WORLD.keepPartitions();
        round();
        assertThat(left()).as("of a gift that is over").isZero();
    }

    @Test
    void afterADowntimeAGiftPaysForWhatWasUsedByItsEndAndTheRestIsLost() {
        beginAMinute();
        WORLD.pay(tenant, 1_000);
        give(tenant, 500, Duration.ofDays(1));
        Metered running = WORLD.begin(tenant, sku, 1);
        pass(Duration.ofMinutes(2));

        WORLD.clock.forward(Duration.ofDays(2));
        WORLD.keepPartitions();
        round();
        long seconds = WORLD.usage(running, "sum(seconds)");
        assertThat(seconds).isBetween(2 * 86_400L, 2 * 86_400L + 120);
        assertThat(WORLD.credit(tenant))
                .isEqualTo(1_000 * DOLLAR - WORLD.usage(running, "sum(amount_nanos)") + 288 * DOLLAR);
        assertThat(left()).isZero();
        assertThat(WORLD.database.count("SELECT sum(amount_nanos) FROM ledger.transfer WHERE kind = 'promotion_expiry'"
                        + " AND tenant_id = '" + tenant + "'"))
                .isEqualTo(212 * DOLLAR);
        WORLD.end(running);
        WORLD.settle();
    }

    /** The last window is charged after the gift has ended. */
    @Test
    void aGiftWaitsForItsLastWindow() {
        beginAMinute();
        WORLD.pay(tenant, 10);
        give(tenant, 500, Duration.ofMinutes(3));
        Metered running = WORLD.begin(tenant, sku, 1);
        pass(Duration.ofMinutes(3));
        assertThat(left()).as("over, and a window is still to be charged").isPositive();
        pass(Duration.ofMinutes(2));
        assertThat(left()).isZero();
        assertThat(WORLD.database.count("SELECT sum(amount_nanos) FROM ledger.transfer WHERE kind = 'promotion' AND"
                        + " tenant_id = '" + tenant + "'"))
                .isEqualTo(WORLD.usage(
                        running,
                        "sum(amount_nanos) FILTER (WHERE starts_at < (SELECT expires_at FROM"
                                + " ledger.promotion WHERE lot = '" + lot + "'))"));
        WORLD.end(running);
        WORLD.settle();
    }
}
