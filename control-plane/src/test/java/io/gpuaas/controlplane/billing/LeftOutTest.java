package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One tenant whose charges fail does not keep the others from being charged, nor their months from being closed. */
@Against("PostgreSQL")
class LeftOutTest {

    private static final long HOURLY = 3_600_000_000L;
    private static final long SECOND = 1_000_000L;
    private static final long ALMOST_ALL = Long.MAX_VALUE - 100 * SECOND;

    private final BillingPlane world = BillingPlane.start(Map.of());
    private final TenantId broken = world.tenant();
    private final TenantId other = inTheShardOf(broken);
    private final String sku = world.sku(HOURLY);
    private Instant monthEnd = Instant.EPOCH;
    private YearMonth month = YearMonth.of(2026, 1);

    @BeforeEach
    void shortlyBeforeTheEndOfAMonth() {
        month = YearMonth.from(world.clock.instant().atOffset(ZoneOffset.UTC));
        monthEnd = month.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        world.clock.set(monthEnd.minus(Duration.ofMinutes(10)));
        world.keepPartitions();
    }

    @AfterEach
    void stop() {
        world.plane.close();
    }

    private long shard(TenantId tenant) {
        return world.database.count("SELECT abs(hashtext('" + tenant + "')::bigint) % " + MeterStore.SHARDS);
    }

    private TenantId inTheShardOf(TenantId tenant) {
        long shard = shard(tenant);
        return Stream.generate(world::tenant)
                .filter(one -> shard(one) == shard)
                .findFirst()
                .orElseThrow();
    }

    /** As a tenant looks that reported so much before there were bounds: with transfers, so that the books agree. */
    private void useUpAlmostAllNumbers(TenantId tenant) {
        for (long left = ALMOST_ALL; left > 0; left -= ALMOST_ALL / 4 + 1) {
            bookBehindTheBooks(tenant, Math.min(left, ALMOST_ALL / 4 + 1));
        }
    }

    private void bookBehindTheBooks(TenantId tenant, long nanos) {
        world.database.execute("""
                SET session_replication_role = replica;
                INSERT INTO ledger.transfer (booked_at, effective_at, kind, subject, tenant_id, debit_account, credit_account,
                    currency, amount_nanos)
                VALUES ('%1$s', '%1$s', 'usage', '%2$s', '%3$s', ledger.account_of('credit', '%3$s', 'USD', NULL),
                    ledger.account_of('accrued', '%3$s', 'USD', NULL), 'USD', %4$d);
                UPDATE ledger.balance SET nanos = nanos - %4$d
                    WHERE account_id = ledger.account_of('credit', '%3$s', 'USD', NULL);
                UPDATE ledger.balance SET nanos = nanos + %4$d
                    WHERE account_id = ledger.account_of('accrued', '%3$s', 'USD', NULL);
                """.formatted(world.clock.instant(), UUID.randomUUID(), tenant, nanos));
    }

    private long statements(TenantId tenant) {
        return world.database.count("SELECT count(*) FROM billing.statement WHERE month = '" + month
                + "' AND tenant_id = '" + tenant + "'");
    }

    @Test
    void aTenantAtTheEndOfItsNumbersStopsNeitherTheChargesNorTheMonthsOfOthers() {
        useUpAlmostAllNumbers(broken);
        world.begin(broken, sku, 8);
        Metered running = world.begin(other, sku, 1);
        world.clock.set(monthEnd.plus(Duration.ofMinutes(2)));

        world.plane.bean(BillingWorker.class).round();

        assertThat(world.usage(running, "sum(seconds)")).isEqualTo(660);
        assertThat(world.credit(other)).isEqualTo(-660 * SECOND);
        assertThat(statements(other)).isEqualTo(1);
        assertThat(statements(broken)).isZero();
        assertThat(world.verifier().compare()).isEmpty();
        assertThat(world.verifier().verify().intact()).isTrue();
        world.verifier().sealAll();
        assertThat(world.verifier().verify().intact()).isTrue();
    }

    private double gauge(String name) {
        return world.plane.bean(MeterRegistry.class).get(name).gauge().value();
    }

    private void round() {
        world.plane.bean(BillingWorker.class).round();
    }

    @Test
    void operatorsSeeTheTenantAndItCatchesUpOnceItCanBeCharged() {
        useUpAlmostAllNumbers(broken);
        Metered used = world.begin(broken, sku, 8);
        world.begin(other, sku, 1);
        world.clock.set(monthEnd.plus(Duration.ofMinutes(2)));
        round();
        assertThat(gauge("gpuaas_billing_tenants_left_out")).isEqualTo(1);
        assertThat(gauge("gpuaas_billing_shards_waiting")).isZero();
        var shown = world.admin.get("/api/v1/overview").json().at("/money/left_out");
        assertThat(shown).as(shown.toString()).hasSize(1);
        assertThat(shown.at("/0/tenant_id").asString()).isEqualTo(broken.toString());
        assertThat(shown.at("/0/reason").asString()).contains("more than an account may");
        assertThat(world.usage(used, "count(*)")).isZero();

        correct(broken);
        world.clock.forward(Duration.ofMinutes(5));
        round();
        assertThat(gauge("gpuaas_billing_tenants_left_out")).isZero();
        assertThat(world.usage(used, "sum(seconds)")).isEqualTo(16 * 60);
        assertThat(world.usage(used, "count(DISTINCT starts_at)")).isEqualTo(16);
        assertThat(statements(broken)).isEqualTo(1);
        world.clock.forward(Duration.ofMinutes(5));
        round();
        assertThat(world.usage(used, "sum(seconds)")).isEqualTo(21 * 60);
        assertThat(world.verifier().verify().intact()).isTrue();
    }

    /** Gives back all but a little of what was booked behind the books. */
    private void correct(TenantId tenant) {
        for (long left = ALMOST_ALL - SECOND; left > 0; left -= ALMOST_ALL / 4 + 1) {
            world.database.execute("""
                    INSERT INTO ledger.transfer (booked_at, effective_at, kind, subject, tenant_id, debit_account,
                        credit_account, currency, amount_nanos)
                    VALUES ('%1$s', '%1$s', 'usage_correction', '%2$s', '%3$s', ledger.account_of('accrued', '%3$s', 'USD', NULL),
                        ledger.account_of('credit', '%3$s', 'USD', NULL), 'USD', %4$d)
                    """.formatted(
                            monthEnd.minusSeconds(60), UUID.randomUUID(), tenant, Math.min(left, ALMOST_ALL / 4 + 1)));
        }
    }

    @Test
    void aMonthThatCannotBeClosedForOneTenantIsShownAndClosedLater() {
        world.begin(broken, sku, 1);
        world.begin(other, sku, 1);
        world.database.execute("""
                CREATE FUNCTION billing.refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE EXCEPTION 'not this one'; END $$;
                CREATE TRIGGER refuse_one BEFORE INSERT ON billing.statement FOR EACH ROW
                WHEN (NEW.tenant_id = '%s') EXECUTE FUNCTION billing.refuse_one()""".formatted(broken));
        world.clock.set(monthEnd.plus(Duration.ofMinutes(2)));
        round();
        assertThat(statements(other)).isEqualTo(1);
        assertThat(statements(broken)).isZero();
        assertThat(gauge("gpuaas_billing_months_failed")).isEqualTo(1);
        var shown = world.admin.get("/api/v1/overview").json().at("/money/left_out/0");
        assertThat(shown.path("month").asString()).isEqualTo(month.toString());
        assertThat(shown.path("reason").asString()).contains("not this one");

        world.database.execute("DROP TRIGGER refuse_one ON billing.statement");
        round();
        round();
        assertThat(statements(broken)).isEqualTo(1);
        assertThat(gauge("gpuaas_billing_months_failed")).isZero();
        assertThat(world.database.count("SELECT count(*) FROM ledger.transfer WHERE kind = 'earnings'"))
                .isEqualTo(2);
    }

    @Test
    void aTenantAloneInItsShardIsLeftOutAndCatchesUpToo() {
        Metered used = world.begin(broken, sku, 1);
        world.clock.forward(Duration.ofMinutes(3));
        refuseUse();
        world.tick();
        world.clock.forward(Duration.ofMinutes(3));
        world.tick();
        assertThat(gauge("gpuaas_billing_tenants_left_out")).isEqualTo(1);
        world.database.execute("DROP TRIGGER refuse_use ON billing.usage");
        world.tick();
        assertThat(gauge("gpuaas_billing_tenants_left_out")).isZero();
        world.clock.forward(Duration.ofMinutes(1));
        Metered late = world.begin(other, sku, 1);
        world.clock.forward(Duration.ofMinutes(2));
        world.settle();
        assertThat(world.usage(used, "sum(seconds)")).isEqualTo(world.usage(used, "count(*)") * 60);
        assertThat(world.usage(used, "extract(epoch FROM max(ends_at) - min(starts_at))::bigint - sum(seconds)"))
                .isZero();
        assertThat(world.usage(late, "sum(seconds)")).isPositive();
    }

    private void refuseUse() {
        world.database.execute("""
                CREATE FUNCTION billing.refuse_use() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE EXCEPTION 'not this one'; END $$;
                CREATE TRIGGER refuse_use BEFORE INSERT ON billing.usage FOR EACH ROW
                WHEN (NEW.tenant_id = '%s') EXECUTE FUNCTION billing.refuse_use()""".formatted(broken));
    }
}
