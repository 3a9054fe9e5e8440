package io.gpuaas.controlplane.billing;

import static io.gpuaas.controlplane.billing.BillingPlane.DOLLAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.controlplane.billing.ChargeSql.Whose;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The charge for each second. 3.60 an hour is a tenth of a cent a second. */
@Against("PostgreSQL")
class MeteringTest {

    private static final BillingPlane WORLD = BillingPlane.shared();
    private static final long HOURLY = 3_600_000_000L;
    private static final long SECOND = 1_000_000L;

    private final TenantId tenant = WORLD.tenant();
    private final String sku = WORLD.sku(HOURLY);

    @BeforeEach
    void beginAMinute() {
        WORLD.settle();
        WORLD.clock.set(
                Instant.ofEpochSecond(Math.floorDiv(WORLD.clock.instant().getEpochSecond(), 60) * 60 + 60));
        WORLD.keepPartitions();
    }

    private long charged() {
        return -WORLD.credit(tenant);
    }

    @Test
    void theFirstAndTheLastWindowAreChargedByTheSecond() {
        WORLD.clock.forward(Duration.ofMillis(20_400));
        Metered allocation = WORLD.begin(tenant, sku, 2);
        WORLD.pass(Duration.ofSeconds(130));
        WORLD.end(allocation);
        WORLD.settle();
        // From second 21 to second 150: a second that was not had whole is not charged.
        assertThat(WORLD.usage(allocation, "sum(seconds)")).isEqualTo(129);
        assertThat(WORLD.usage(allocation, "count(*)")).isEqualTo(3);
        assertThat(WORLD.usage(allocation, "min(seconds)")).isEqualTo(30);
        assertThat(charged()).isEqualTo(129 * 2 * SECOND);
    }

    @Test
    void aTickThatRunsAgainOrTwiceAtOnceChargesOnce() {
        Metered allocation = WORLD.begin(tenant, sku, 1);
        WORLD.clock.forward(Duration.ofMinutes(5).plus(Metering.SETTLING));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                threads.execute(WORLD::tick);
            }
        }
        WORLD.tick();
        assertThat(WORLD.usage(allocation, "count(*)")).isEqualTo(5);
        assertThat(charged()).isEqualTo(300 * SECOND);
    }

    @Test
    void afterADowntimeEveryWindowIsThereOnce() {
        Metered running = WORLD.begin(tenant, sku, 1);
        WORLD.pass(Duration.ofMinutes(2));
        Metered ended = WORLD.begin(tenant, sku, 1);
        WORLD.clock.forward(Duration.ofHours(2));
        WORLD.end(ended);
        WORLD.clock.forward(Duration.ofHours(1));
        WORLD.settle();
        assertThat(WORLD.usage(running, "count(*)")).isEqualTo(183);
        assertThat(WORLD.usage(running, "sum(seconds)")).isEqualTo(183 * 60);
        assertThat(WORLD.usage(ended, "sum(seconds)")).isEqualTo(7_200);
        assertTiled(running);
        assertTiled(ended);
    }

    private static void assertTiled(Metered allocation) {
        assertThat(WORLD.usage(allocation, "extract(epoch FROM max(ends_at) - min(starts_at))::bigint - sum(seconds)"))
                .isZero();
    }

    @Test
    void aPriceThatChangesWithinAWindowSplitsIt() {
        Metered allocation = WORLD.begin(tenant, sku, 1);
        WORLD.price(sku, null, 2 * HOURLY, WORLD.clock.instant().plusSeconds(15));
        WORLD.pass(Duration.ofMinutes(1));
        WORLD.settle();
        WORLD.end(allocation);
        assertThat(WORLD.usage(allocation, "count(*) FILTER (WHERE gpu_hour_nanos = " + HOURLY + ")"))
                .isEqualTo(1);
        assertThat(WORLD.usage(allocation, "min(seconds)")).isEqualTo(15);
        assertTiled(allocation);
        assertThat(WORLD.usage(allocation, "sum(amount_nanos) FILTER (WHERE gpu_hour_nanos = " + HOURLY + ")"))
                .isEqualTo(15 * SECOND);
    }

    @Test
    void aTenantsOwnPriceTakesThePlaceOfTheGeneralOne() {
        WORLD.price(sku, tenant, HOURLY / 2, WORLD.clock.instant().plusSeconds(30));
        WORLD.price(sku, null, 10 * HOURLY, WORLD.clock.instant().plusSeconds(45));
        TenantId other = WORLD.tenant();
        Metered own = WORLD.begin(tenant, sku, 1);
        Metered general = WORLD.begin(other, sku, 1);
        WORLD.pass(Duration.ofMinutes(1));
        WORLD.end(own);
        WORLD.end(general);
        WORLD.settle();
        assertThat(WORLD.usage(own, "sum(amount_nanos)")).isEqualTo(30 * SECOND + 15 * SECOND);
        assertThat(WORLD.usage(general, "sum(amount_nanos)")).isEqualTo(45 * SECOND + 150 * SECOND);
    }

    @Test
    void beforeItsFirstPriceSomethingIsFreeAndAccountedFor() {
        String free = WORLD.sku(0);
        Metered allocation = WORLD.begin(tenant, free, 1);
        WORLD.price(free, null, HOURLY, WORLD.clock.instant().plusSeconds(90));
        WORLD.pass(Duration.ofMinutes(2));
        WORLD.end(allocation);
        WORLD.settle();
        assertTiled(allocation);
        assertThat(WORLD.usage(allocation, "sum(seconds)")).isEqualTo(120);
        assertThat(charged()).isEqualTo(30 * SECOND);
    }

    @Test
    void anEndThatIsToldLateIsTakenBackToTheSecond() {
        Metered allocation = WORLD.begin(tenant, sku, 3);
        Instant end = WORLD.clock.instant().plusSeconds(70);
        WORLD.pass(Duration.ofMinutes(4));
        assertThat(charged()).isGreaterThan(70 * 3 * SECOND);
        WORLD.doing(() -> WORLD.plane.bean(AllocationMetering.class).ends(WORLD.at(allocation, end)));
        WORLD.settle();
        WORLD.settle();
        assertThat(charged()).isEqualTo(70 * 3 * SECOND);
        assertThat(WORLD.usage(allocation, "sum(seconds)")).isEqualTo(70);
        assertThat(WORLD.database.count("""
                SELECT count(*) FROM ledger.transfer c JOIN ledger.transfer o ON o.id = c.reverses
                WHERE c.subject = '%s' AND c.kind = 'usage_correction' AND o.kind = 'usage'""".formatted(allocation.id())))
                .isEqualTo(WORLD.usage(allocation, "count(*) FILTER (WHERE kind = 'correction')"))
                .isPositive();
    }

    /** A node is found to be silent some time after it was last seen. */
    @Test
    void chargesSinceAFaultAreRefundedAndResumeAfterTheRecovery() {
        Metered allocation = WORLD.begin(tenant, sku, 2);
        Instant heard = WORLD.clock.instant().plusSeconds(70);
        WORLD.pass(Duration.ofMinutes(4));
        assertThat(charged()).isGreaterThan(70 * 2 * SECOND);
        AllocationMetering metering = WORLD.plane.bean(AllocationMetering.class);
        WORLD.doing(() -> metering.stopsWorking(WORLD.at(allocation, heard)));
        WORLD.settle();
        assertThat(charged()).isEqualTo(70 * 2 * SECOND);
        WORLD.doing(() -> metering.works(WORLD.at(allocation, WORLD.clock.instant())));
        WORLD.pass(Duration.ofSeconds(30));
        WORLD.end(allocation);
        WORLD.settle();
        assertThat(charged()).isEqualTo(100 * 2 * SECOND);
    }

    /** As when an operator confirms a fault that was charged because only the tenant reported it. */
    @Test
    void aLateConfirmationIsRefundedByLinkedRowsAndTheBooksAgree() {
        AllocationMetering metering = WORLD.plane.bean(AllocationMetering.class);
        Metered allocation = WORLD.begin(tenant, sku, 2);
        Instant reported = WORLD.clock.instant().plusSeconds(60);
        WORLD.clock.forward(Duration.ofDays(2));
        WORLD.keepPartitions();
        WORLD.settle();
        long rows = WORLD.usage(allocation, "count(*)");
        assertThat(charged()).isGreaterThan(Duration.ofDays(2).toSeconds() * 2 * SECOND);
        WORLD.doing(() -> metering.stopsWorking(WORLD.at(allocation, reported)));
        WORLD.settle();
        assertThat(charged()).isEqualTo(60 * 2 * SECOND);
        assertThat(WORLD.usage(allocation, "count(*) FILTER (WHERE kind = 'usage')"))
                .as("nothing that was booked is changed")
                .isEqualTo(rows);
        assertThat(WORLD.database.count("""
                SELECT count(*) FROM ledger.transfer c JOIN ledger.transfer o ON o.id = c.reverses
                WHERE c.subject = '%s' AND c.kind = 'usage_correction' AND o.kind = 'usage'""".formatted(allocation.id())))
                .isEqualTo(WORLD.usage(allocation, "count(*) FILTER (WHERE kind = 'correction')"));
        WORLD.doing(() -> metering.works(WORLD.at(allocation, WORLD.clock.instant())));
        WORLD.pass(Duration.ofMinutes(2));
        WORLD.end(allocation);
        WORLD.settle();
        assertThat(charged()).isEqualTo((60 + 120) * 2 * SECOND);
        assertThat(WORLD.verifier().compare()).isEmpty();
    }

    /** As when a release that had ended the charge turns out to be kept from finishing, and then finishes. */
    @Test
    void aReleaseThatIsChargedAgainIsChargedFromThenUntilItsEndAndNoSecondTwice() {
        AllocationMetering metering = WORLD.plane.bean(AllocationMetering.class);
        Metered allocation = WORLD.begin(tenant, sku, 1);
        WORLD.pass(Duration.ofSeconds(90));
        WORLD.end(allocation);
        WORLD.pass(Duration.ofSeconds(30));
        WORLD.doing(() -> metering.works(WORLD.at(allocation, WORLD.clock.instant())));
        WORLD.pass(Duration.ofMinutes(2));
        WORLD.end(allocation);
        WORLD.settle();
        assertThat(charged()).isEqualTo((90 + 120) * SECOND);
        assertThat(WORLD.usage(allocation, "sum(seconds)")).isEqualTo(210);
        assertThat(WORLD.verifier().compare()).isEmpty();
    }

    /** Meters are written at the end of a transaction, those of all its allocations together. */
    @Test
    void anAllocationThatStartsAndEndsInOneTransactionIsNotChargedFurther() {
        Metered other = WORLD.begin(tenant, sku, 1);
        Metered brief = WORLD.metered(tenant, sku, 1);
        WORLD.clock.forward(Duration.ofSeconds(10));
        AllocationMetering metering = WORLD.plane.bean(AllocationMetering.class);
        WORLD.doing(() -> {
            metering.ends(WORLD.at(other, WORLD.clock.instant()));
            metering.works(brief);
            metering.ends(WORLD.at(brief, WORLD.clock.instant()));
            metering.stopsWorking(WORLD.at(other, WORLD.clock.instant()));
        });
        WORLD.pass(Duration.ofMinutes(3));
        assertThat(WORLD.usage(other, "sum(seconds)")).isEqualTo(10);
        assertThat(WORLD.usage(brief, "sum(seconds)")).isEqualTo(10);
    }

    @Test
    void timeInWhichItDidNotWorkIsFreeUnlessThePolicySaysOtherwise() {
        Metered paused = WORLD.begin(tenant, sku, 1);
        TenantId strict = WORLD.tenant();
        WORLD.policy(strict, "billing.degraded", "charged");
        Metered charged = WORLD.begin(strict, sku, 1);
        AllocationMetering metering = WORLD.plane.bean(AllocationMetering.class);
        WORLD.clock.forward(Duration.ofSeconds(100));
        for (Metered one : java.util.List.of(paused, charged)) {
            WORLD.doing(() -> metering.stopsWorking(WORLD.at(one, WORLD.clock.instant())));
        }
        WORLD.pass(Duration.ofSeconds(200));
        for (Metered one : java.util.List.of(paused, charged)) {
            WORLD.doing(() -> metering.works(WORLD.at(one, WORLD.clock.instant())));
        }
        WORLD.pass(Duration.ofSeconds(50));
        WORLD.end(paused);
        WORLD.end(charged);
        WORLD.settle();
        assertThat(WORLD.usage(paused, "sum(seconds)")).isEqualTo(150);
        assertThat(WORLD.usage(charged, "sum(seconds)")).isEqualTo(350);
    }

    @Test
    void aStatementThatDidNotCommitLeavesNothingAndTheNextTickChargesAll() {
        Metered allocation = WORLD.begin(tenant, sku, 1);
        WORLD.clock.forward(Duration.ofMinutes(3).plus(Metering.SETTLING));
        Instant until = WORLD.clock.instant().minus(Metering.SETTLING);
        ChargeSql statement = WORLD.plane.bean(ChargeSql.class);
        PriceTable prices = PriceTable.of(WORLD.plane
                .bean(io.gpuaas.controlplane.offerings.Offerings.class)
                .schedule(Instant.EPOCH, until));
        assertThatThrownBy(() -> WORLD.doing(() -> {
                    for (int shard = 0; shard < MeterStore.SHARDS; shard++) {
                        statement.run(Whose.shard(shard, List.of()), until, 60, prices, false, WORLD.clock.instant());
                    }
                    throw new IllegalStateException("killed before the commit");
                }))
                .hasMessageContaining("killed");
        assertThat(WORLD.usage(allocation, "count(*)")).isZero();
        assertThat(charged()).isZero();
        WORLD.tick();
        assertThat(WORLD.usage(allocation, "count(*)")).isEqualTo(3);
        assertThat(charged()).isEqualTo(180 * SECOND);
    }

    @Test
    void aClockThatJumpsAheadChargesNobodyAndOneThatJumpsBackDoesNothing() {
        Metered allocation = WORLD.begin(tenant, sku, 1);
        WORLD.pass(Duration.ofMinutes(2));
        long before = charged();
        Instant right = WORLD.clock.instant();
        WORLD.clock.forward(Duration.ofDays(30));
        WORLD.tick();
        assertThat(charged()).isEqualTo(before);
        WORLD.clock.set(right.minus(Duration.ofDays(1)));
        WORLD.tick();
        assertThat(charged()).isEqualTo(before);
        WORLD.clock.set(right);
        WORLD.end(allocation);
        WORLD.settle();
        assertThat(charged()).isEqualTo(120 * SECOND);
    }

    @Test
    void aClockThatGoesToAndFroWhileTicksRunChargesEachSecondOnce() throws InterruptedException {
        Metered allocation = WORLD.begin(tenant, sku, 1);
        Instant began = WORLD.clock.instant();
        AtomicBoolean over = new AtomicBoolean();
        Random random = new Random(42);
        Thread jumping = Thread.ofVirtual().start(() -> {
            while (!over.get()) {
                WORLD.clock.set(began.plusSeconds(random.nextInt(600)));
                Thread.onSpinWait();
            }
        });
        for (int i = 0; i < 30; i++) {
            WORLD.tick();
        }
        over.set(true);
        jumping.join();
        WORLD.clock.set(began.plusSeconds(600));
        WORLD.end(allocation);
        WORLD.settle();
        assertThat(charged()).isEqualTo(600 * SECOND);
        assertThat(WORLD.usage(allocation, "sum(seconds)")).isEqualTo(600);
    }

    @Test
    void usageIsNeverChanged() {
        WORLD.begin(tenant, sku, 1);
        WORLD.pass(Duration.ofMinutes(2));
        assertThatThrownBy(() -> WORLD.database.execute("UPDATE billing.usage SET seconds = 1"))
                .rootCause()
                .hasMessageContaining("is refused");
        assertThatThrownBy(() -> WORLD.database.execute("DELETE FROM billing.usage"))
                .rootCause()
                .hasMessageContaining("is refused");
    }

    @Test
    void theBooksAgreeWithTheUsage() {
        Metered allocation = WORLD.begin(tenant, sku, 8);
        WORLD.pass(Duration.ofMinutes(3));
        WORLD.end(allocation);
        WORLD.settle();
        assertThat(WORLD.usage(allocation, "sum(amount_nanos)")).isEqualTo(180 * 8 * SECOND);
        assertThat(charged()).isEqualTo(180 * 8 * SECOND);
        assertThat(WORLD.verifier().verify().intact()).isTrue();
    }

    @Test
    void aMonthIsEarnedOnceAndOnlyAfterAllOfItIsCharged() {
        Instant firstOfNext = YearMonth.from(WORLD.clock.instant().atOffset(ZoneOffset.UTC))
                .plusMonths(1)
                .atDay(1)
                .atStartOfDay()
                .toInstant(ZoneOffset.UTC);
        WORLD.endEverything();
        WORLD.clock.set(firstOfNext.minusSeconds(120));
        WORLD.keepPartitions();
        Metered allocation = WORLD.begin(tenant, sku, 1);
        WORLD.clock.set(firstOfNext.plusSeconds(60));
        MonthClose close = WORLD.plane.bean(MonthClose.class);
        close.closeWhatIsOver();
        assertThat(earned()).isZero();
        WORLD.settle();
        close.closeWhatIsOver();
        close.closeWhatIsOver();
        assertThat(earned()).isEqualTo(120 * SECOND);
        WORLD.end(allocation);
        WORLD.settle();
        assertThat(WORLD.plane
                        .bean(io.gpuaas.controlplane.ledger.Ledger.class)
                        .balance(tenant, "USD")
                        .accrued())
                .isEqualTo(charged() - 120 * SECOND);
    }

    private long earned() {
        return WORLD.database.count(
                "SELECT coalesce(sum(amount_nanos), 0) FROM ledger.transfer WHERE kind = 'earnings' AND tenant_id = '"
                        + tenant + "'");
    }

    @Test
    void theFreeTierPaysFirst() {
        WORLD.policy(tenant, "billing.free_tier_monthly", "5");
        WORLD.begin(tenant, sku, 1);
        WORLD.plane.bean(FreeTier.class).grant();
        WORLD.plane.bean(FreeTier.class).grant();
        WORLD.pass(Duration.ofMinutes(2));
        assertThat(WORLD.credit(tenant)).isZero();
        assertThat(WORLD.plane
                        .bean(io.gpuaas.controlplane.ledger.Ledger.class)
                        .balance(tenant, "USD")
                        .promotional())
                .isEqualTo(5 * DOLLAR
                        - WORLD.database.count(
                                "SELECT sum(amount_nanos) FROM billing.usage WHERE tenant_id = '" + tenant + "'"));
    }
}
