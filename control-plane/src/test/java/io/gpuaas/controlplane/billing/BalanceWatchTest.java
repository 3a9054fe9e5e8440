package io.gpuaas.controlplane.billing;

import static io.gpuaas.controlplane.billing.BillingPlane.DOLLAR;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.controlplane.ledger.Ledger;
import io.gpuaas.controlplane.payments.Payments;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A credit that runs out, minute by minute: one GPU at ten dollars an hour. */
@Against("PostgreSQL")
class BalanceWatchTest {

    private static final BillingPlane WORLD = BillingPlane.shared();

    private final TenantId tenant = WORLD.tenant();
    private final String sku = WORLD.sku(10 * DOLLAR);

    @BeforeEach
    void prepaid() {
        WORLD.settle();
        WORLD.clock.set(
                Instant.ofEpochSecond(Math.floorDiv(WORLD.clock.instant().getEpochSecond(), 60) * 60 + 60));
        WORLD.keepPartitions();
        WORLD.policy(tenant, "billing.payment_mode", "prepaid");
        WORLD.policy(tenant, "billing.warn_before", "PT3H");
        WORLD.policy(tenant, "billing.release_pending_before", "PT1H");
        WORLD.policy(tenant, "billing.grace", "PT15M");
    }

    private void pass(Duration time) {
        for (Duration gone = Duration.ZERO; gone.compareTo(time) < 0; gone = gone.plusMinutes(5)) {
            WORLD.clock.forward(Duration.ofMinutes(5));
            WORLD.tick();
            WORLD.plane.bean(BalanceWatch.class).look();
            WORLD.plane.bean(BalanceWatch.class).look();
        }
    }

    private long events(String type) {
        return WORLD.database.count("SELECT count(*) FROM events.outbox WHERE event_type = '" + type
                + "' AND envelope LIKE '%" + tenant + "%'");
    }

    @Test
    void eachStepIsToldOnceAndMachinesGoAfterTheGrace() {
        WORLD.pay(tenant, 40);
        Metered allocation = WORLD.begin(tenant, sku, 1);
        pass(Duration.ofMinutes(30));
        assertThat(events("billing.low_balance_warning")).isZero();
        pass(Duration.ofHours(1));
        assertThat(events("billing.low_balance_warning")).isEqualTo(1);
        pass(Duration.ofHours(2));
        assertThat(events("billing.auto_release_pending")).isEqualTo(1);
        assertThat(events("billing.balance_depleted")).isZero();
        pass(Duration.ofMinutes(35));
        assertThat(events("billing.balance_depleted")).isEqualTo(1);
        assertThat(events("billing.force_release_requested")).isZero();
        pass(Duration.ofMinutes(20));
        assertThat(events("billing.force_release_requested")).isEqualTo(1);
        pass(Duration.ofMinutes(20));
        assertThat(events("billing.low_balance_warning")).isEqualTo(1);
        assertThat(events("billing.force_release_requested")).isEqualTo(1);

        WORLD.end(allocation);
        pass(Duration.ofMinutes(10));
        var owing = WORLD.plane.bean(Ledger.class).balance(tenant, "USD");
        assertThat(owing.credit()).isZero();
        assertThat(owing.receivable()).isPositive();
        assertThat(events("billing.balance_restored")).isZero();
        WORLD.pay(tenant, 100);
        var paid = WORLD.plane.bean(Ledger.class).balance(tenant, "USD");
        assertThat(paid.receivable()).isZero();
        assertThat(paid.credit()).isEqualTo(100 * DOLLAR - owing.receivable());
    }

    @Test
    void afterATopUpTheWarningComesAgain() {
        WORLD.pay(tenant, 20);
        Metered allocation = WORLD.begin(tenant, sku, 1);
        pass(Duration.ofMinutes(10));
        assertThat(events("billing.low_balance_warning")).isEqualTo(1);
        WORLD.pay(tenant, 20);
        pass(Duration.ofMinutes(10));
        assertThat(events("billing.balance_restored")).isEqualTo(1);
        pass(Duration.ofHours(1));
        assertThat(events("billing.low_balance_warning")).isEqualTo(2);
        WORLD.end(allocation);
        WORLD.settle();
    }

    @Test
    void aTopUpInTheGraceKeepsTheMachines() {
        WORLD.pay(tenant, 10);
        Metered allocation = WORLD.begin(tenant, sku, 1);
        pass(Duration.ofMinutes(65));
        assertThat(events("billing.balance_depleted")).isEqualTo(1);
        WORLD.pay(tenant, 100);
        pass(Duration.ofMinutes(40));
        assertThat(events("billing.force_release_requested")).isZero();
        WORLD.end(allocation);
        WORLD.settle();
    }

    /** The payment is booked and not committed while the worker decides that nothing is left. */
    @Test
    void aPaymentDuringTheBookingOfADebtClearsIt() throws InterruptedException {
        WORLD.pay(tenant, 1);
        Metered allocation = WORLD.begin(tenant, sku, 1);
        pass(Duration.ofMinutes(40));
        assertThat(events("billing.force_release_requested")).isEqualTo(1);
        WORLD.end(allocation);
        WORLD.settle();
        long missing = -WORLD.credit(tenant);
        assertThat(missing).isBetween(DOLLAR, 9 * DOLLAR);
        CountDownLatch paid = new CountDownLatch(1);
        CountDownLatch commit = new CountDownLatch(1);
        Thread paying = Thread.ofVirtual()
                .start(() -> WORLD.doing(() -> {
                    WORLD.plane.bean(Payments.class).payOffline(tenant, new Money(10 * DOLLAR, "USD"));
                    paid.countDown();
                    await(commit);
                }));
        await(paid);
        Thread looking = Thread.ofVirtual()
                .start(() -> WORLD.plane.bean(BalanceWatch.class).look());
        Instant deadline = Instant.now().plusSeconds(20);
        while (looking.isAlive() && !waits() && Instant.now().isBefore(deadline)) {
            Thread.onSpinWait();
        }
        commit.countDown();
        paying.join();
        looking.join();
        var balance = WORLD.plane.bean(Ledger.class).balance(tenant, "USD");
        assertThat(balance.receivable()).as("owed beside a credit").isZero();
        assertThat(balance.credit()).isEqualTo(10 * DOLLAR - missing);
    }

    private static boolean waits() {
        return WORLD.database.count("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") > 0;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aPostpaidTenantIsNotWatched() {
        WORLD.policy(tenant, "billing.payment_mode", "open");
        Metered allocation = WORLD.begin(tenant, sku, 1);
        pass(Duration.ofMinutes(30));
        assertThat(events("billing.balance_depleted")).isZero();
        assertThat(WORLD.credit(tenant)).isNegative();
        WORLD.end(allocation);
        WORLD.settle();
    }

    @Test
    void afterATopUpTheWholeFallIsToldAgain() {
        for (int fall = 1; fall <= 2; fall++) {
            WORLD.pay(tenant, 50);
            Metered allocation = WORLD.begin(tenant, sku, 1);
            pass(Duration.ofMinutes(10));
            assertThat(events("billing.balance_restored")).isEqualTo(fall - 1);
            assertThat(events("billing.low_balance_warning")).isEqualTo(fall - 1);
            pass(Duration.ofMinutes(330));
            for (String told : List.of(
                    "billing.low_balance_warning",
                    "billing.auto_release_pending",
                    "billing.balance_depleted",
                    "billing.force_release_requested")) {
                assertThat(events(told)).as(told).isEqualTo(fall);
            }
            WORLD.end(allocation);
            pass(Duration.ofMinutes(10));
        }
    }
}
