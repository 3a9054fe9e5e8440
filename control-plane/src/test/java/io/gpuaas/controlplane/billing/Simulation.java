package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.controlplane.ledger.Promotions;
import io.gpuaas.controlplane.payments.StripeStory;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Months of random business, with an account of its own of what every allocation must have cost. Everything that is
 * decided comes from the seed; when exactly a killed statement dies does not, and must not matter.
 */
final class Simulation {

    private final BillingPlane world;
    private final Random random;
    private final StripeStory stripe;
    private final AppStory apps;
    private final PriceBook prices = new PriceBook();
    private final CommitmentStory commitments;
    private final BudgetStory budgets;
    private final TickStory ticks;
    private final List<TenantId> tenants = new ArrayList<>();
    private final List<String> skus = new ArrayList<>();
    private final List<Life> running = new ArrayList<>();
    private final List<Life> all = new ArrayList<>();
    private int kills;

    Simulation(BillingPlane world, StripeStory stripe, long seed) {
        this.world = world;
        this.stripe = stripe;
        this.apps = new AppStory(world);
        this.commitments = new CommitmentStory(world, prices);
        this.budgets = new BudgetStory(world);
        this.ticks = new TickStory(world);
        this.random = new Random(seed);
    }

    /** Between two steps lie up to so many hours, and at least one. */
    void run(Duration time, int tenantCount, int allocationCount, int hoursMax) {
        for (int i = 0; i < tenantCount; i++) {
            tenants.add(new TenantId(uuid()));
            world.pay(tenants.getLast(), 1_000 + random.nextInt(5_000));
        }
        for (int i = 0; i < 4; i++) {
            skus.add(newSku());
        }
        apps.begin(tenants);
        budgets.begin(random, tenants, apps.projects());
        Instant end = world.clock.instant().plus(time);
        double begunPerHour = (double) allocationCount / time.toHours();
        double owed = 0;
        while (world.clock.instant().isBefore(end)) {
            int minutes = 60 + random.nextInt(60 * (hoursMax - 1));
            world.clock.forward(
                    Duration.ofMinutes(minutes).plusSeconds(random.nextInt(60)).plusMillis(random.nextInt(1_000)));
            for (owed += begunPerHour * minutes / 60; owed >= 1; owed--) {
                begin();
            }
            happen();
            apps.goOn(random);
            pay();
            ticks.goOn(random);
            keepToBudgets();
        }
        apps.end();
        List.copyOf(running).forEach(life -> end(life, world.clock.instant()));
        world.clock.forward(Duration.ofHours(2));
        world.tick();
        stripe.end(random, () -> world.clock.forward(Duration.ofHours(1)));
        world.keepPartitions();
        world.tick();
        // Every month that began is over and closed.
        world.clock.forward(Duration.ofDays(31));
        world.keepPartitions();
        commitments.closeMonth(all);
    }

    /** People pay; Stripe reports it in some way; the worker lives or dies. */
    private void pay() {
        if (random.nextInt(2) == 0) {
            stripe.wish(any(tenants), 1 + random.nextInt(500));
        }
        stripe.goOn(random);
        switch (random.nextInt(6)) {
            case 0 -> kills += stripe.workAndDie();
            case 1 -> {} // a worker that is away
            default -> stripe.work();
        }
    }

    private String newSku() {
        long nanos = 400_000_000L + random.nextInt(4_000) * 1_000_003L;
        String sku = world.sku(nanos);
        prices.add(sku, null, 0, nanos);
        return sku;
    }

    private long now() {
        return world.clock.instant().getEpochSecond();
    }

    private long nextSecond() {
        return WholeSeconds.atOrAfter(world.clock.instant()).getEpochSecond();
    }

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private UUID uuid() {
        return new UUID(random.nextLong(), random.nextLong());
    }

    /** In a project with a budget or in one of its own. */
    private void begin() {
        TenantId tenant = any(tenants);
        ProjectId project = random.nextBoolean() ? budgets.project(tenant) : new ProjectId(uuid());
        Metered wished = world.metered(new AllocationId(uuid()), tenant, project, any(skus), 1 << random.nextInt(4));
        if (budgets.admits(wished)) {
            Life life = new Life(wished);
            world.doing(() -> world.plane.bean(AllocationMetering.class).works(wished));
            life.works(nextSecond());
            running.add(life);
            all.add(life);
        }
    }

    /** Releases what is to be released, sooner or later. */
    private void keepToBudgets() {
        Set<UUID> due = budgets.goOn(random, running);
        List.copyOf(running).stream()
                .filter(life -> due.contains(life.metered.id().value()) && random.nextInt(3) > 0)
                .forEach(life -> end(life, world.clock.instant()));
    }

    /** The world goes on: some end, some fail for a while, some pay, prices change. */
    private void happen() {
        for (Life life : List.copyOf(running)) {
            double what = random.nextDouble();
            if (what < 0.15) {
                // Sometimes the end is reported after windows beyond it were charged.
                end(life, world.clock.instant().minusSeconds(random.nextInt(4) == 0 ? random.nextInt(10_000) : 0));
            } else if (what < 0.20) {
                toggle(life);
            }
        }
        if (random.nextInt(10) == 0) {
            changePrice(any(skus), random.nextInt(3) == 0 ? any(tenants) : null);
        }
        if (random.nextInt(5) == 0) {
            commitments.agree(random, any(tenants), any(skus));
        }
        if (random.nextInt(3) == 0) {
            world.pay(any(tenants), 1 + random.nextInt(2_000));
        }
        if (random.nextInt(8) == 0) {
            world.doing(() -> world.plane
                    .bean(Promotions.class)
                    .grant(
                            uuid(),
                            any(tenants),
                            new Money(1 + random.nextInt(2_000_000_000), "USD"),
                            world.clock.instant().plus(Duration.ofHours(1 + random.nextInt(500))),
                            "simulated"));
        }
        world.doing(() -> world.plane.bean(Promotions.class).expire(world.clock.instant(), List.of()));
        commitments.closeMonth(all);
        if (random.nextInt(12) == 0) {
            world.keepPartitions();
            world.verifier().sealAll();
        }
    }

    private void end(Life life, Instant at) {
        long charged = world.billedUntil(life.metered.tenant());
        world.doing(() -> world.plane.bean(AllocationMetering.class).ends(world.at(life.metered, at)));
        life.stops(at.getEpochSecond(), charged);
        running.remove(life);
    }

    private void toggle(Life life) {
        AllocationMetering metering = world.plane.bean(AllocationMetering.class);
        Metered now = world.at(life.metered, world.clock.instant());
        if (life.isWorking()) {
            world.doing(() -> metering.stopsWorking(now));
            life.stops(now(), 0);
        } else {
            world.doing(() -> metering.works(now));
            life.works(nextSecond());
        }
    }

    private void changePrice(String sku, @org.jspecify.annotations.Nullable TenantId tenant) {
        long nanos = 300_000_000L + random.nextInt(5_000) * 1_000_033L;
        Instant from = world.clock.instant().plusSeconds(random.nextInt(20_000));
        if (prices.add(sku, tenant, WholeSeconds.atOrAfter(from).getEpochSecond(), nanos)) {
            world.price(sku, tenant, nanos, from);
        }
    }

    int kills() {
        return kills + ticks.kills();
    }

    int allocations() {
        return all.size();
    }

    /** Computes the expected cost of each allocation, second by second and rule by rule, without the database. */
    void checkEveryAllocation() {
        Map<UUID, Used> charged = used();
        Map<UUID, Used> due = new HashMap<>();
        all.forEach(life -> due.put(life.metered.id().value(), Used.NOTHING));
        new Reckoning(prices, commitments, (of, late) -> true)
                .rate(all, Long.MAX_VALUE)
                .forEach(rated -> due.merge(
                        rated.of().id().value(),
                        new Used(rated.gpuSeconds(), rated.committed(), rated.nanos()),
                        Used::plus));
        due.forEach((allocation, used) -> assertThat(charged.getOrDefault(allocation, Used.NOTHING))
                .as("use of " + allocation)
                .isEqualTo(used));
        assertThat(due.keySet()).containsAll(charged.keySet());
    }

    private record Used(long gpuSeconds, long committed, long nanos) {

        static final Used NOTHING = new Used(0, 0, 0);

        Used plus(Used more) {
            return new Used(gpuSeconds + more.gpuSeconds, committed + more.committed, nanos + more.nanos);
        }
    }

    /** By allocation, in one go: usage is kept by time and tenant. */
    private Map<UUID, Used> used() {
        Map<UUID, Used> all = new HashMap<>();
        world.plane.bean(JdbcClient.class).sql("""
                        SELECT allocation_id, sum(seconds::bigint * gpus), sum(committed_gpu_seconds), sum(amount_nanos)
                        FROM billing.usage GROUP BY allocation_id""").query(row -> {
            all.put(row.getObject(1, UUID.class), new Used(row.getLong(2), row.getLong(3), row.getLong(4)));
        });
        return all;
    }

    void checkTheBooks() {
        world.verifier().sealAll();
        var verification = world.verifier().verify();
        assertThat(verification.intact()).as(String.valueOf(verification)).isTrue();
        assertThat(verification.sealedTransfers()).isPositive();
        assertThat(world.verifier().compare()).isEmpty();
        assertThat(world.database.count(
                        "SELECT count(*) FROM (SELECT a.currency FROM ledger.balance b JOIN ledger.account a"
                                + " ON a.id = b.account_id GROUP BY a.currency HAVING sum(b.nanos) <> 0) AS off"))
                .as("currencies that do not come to zero")
                .isZero();
        for (TenantId tenant : tenants) {
            assertThat(world.database.count(
                            "SELECT (SELECT coalesce(sum(amount_nanos), 0) FROM billing.usage WHERE tenant_id = '"
                                    + tenant
                                    + "') + (SELECT coalesce(sum(amount_nanos), 0) FROM billing.usage_record WHERE"
                                    + " tenant_id = '" + tenant + "') + (SELECT coalesce(sum(amount_nanos), 0) FROM"
                                    + " ledger.transfer WHERE kind = 'commitment_shortfall' AND tenant_id = '" + tenant
                                    + "')"))
                    .as("what was used or committed, and what was accrued")
                    .isEqualTo(world.plane
                                    .bean(io.gpuaas.controlplane.ledger.Ledger.class)
                                    .balance(tenant, "USD")
                                    .accrued()
                            + earned(tenant));
        }
        assertThat(world.database.count("SELECT count(*) FROM billing.closed_month"))
                .as("closed months")
                .isGreaterThan(2);
        apps.check();
        commitments.check();
        budgets.check();
        stripe.check();
        checkStatements();
    }

    /** The statements of a month equal what the ledger earned in it, line by line and to the nano. */
    private void checkStatements() {
        assertThat(world.database.count("""
                SELECT count(*) FROM (
                    SELECT tenant_id, currency, month, total_nanos FROM billing.statement WHERE kind = 'statement') AS s
                FULL JOIN (
                    SELECT tenant_id, currency, to_char((effective_at AT TIME ZONE 'UTC') - interval '1 day', 'YYYY-MM') AS month,
                        amount_nanos
                    FROM ledger.transfer WHERE kind = 'earnings') AS e USING (tenant_id, currency, month)
                WHERE s.total_nanos IS DISTINCT FROM e.amount_nanos"""))
                .as("statements that are not what the ledger earned")
                .isZero();
        assertThat(world.database.count("""
                SELECT count(*) FROM billing.statement s
                WHERE total_nanos <> (SELECT sum(amount_nanos) FROM billing.statement_line l WHERE l.statement_id = s.id)"""))
                .as("statements whose lines do not come to their total")
                .isZero();
        assertThat(world.database.count("SELECT count(*) FROM billing.statement"))
                .as("statements")
                .isGreaterThanOrEqualTo(2L * tenants.size());
    }

    @Override
    public String toString() {
        return all.size() + " allocations, " + kills() + " kills that hit, " + stripe + ", " + apps + ", " + commitments
                + ", " + budgets;
    }

    private String ourTenants() {
        return "{" + String.join(",", tenants.stream().map(TenantId::toString).toList()) + "}";
    }

    private long earned(TenantId tenant) {
        return world.database.count(
                "SELECT coalesce(sum(amount_nanos), 0) FROM ledger.transfer WHERE kind = 'earnings' AND tenant_id = '"
                        + tenant + "'");
    }

    /** Rows of use lie side by side: none is missing, none lies on another. */
    void checkWindows() {
        assertThat(world.database.count("""
                SELECT count(*) FROM (
                    SELECT starts_at, lag(ends_at) OVER (PARTITION BY meter_id ORDER BY starts_at) AS before
                    FROM billing.usage WHERE kind = 'usage') AS u
                WHERE before IS NOT NULL AND before <> starts_at""")).as("gaps and overlaps").isZero();
        assertThat(world.database.count("""
                SELECT count(*) FROM billing.meter m
                JOIN (SELECT meter_id, sum(seconds) AS seconds FROM billing.usage GROUP BY meter_id) AS u ON u.meter_id = m.id
                WHERE m.state = 'closed' AND m.tenant_id = ANY ('%s')
                  AND u.seconds <> extract(epoch FROM m.ends_at - m.starts_at)""".formatted(ourTenants())))
                .as("meters that are not charged to their end")
                .isZero();
        assertThat(world.database.count("""
                SELECT count(*) FROM billing.usage u LEFT JOIN ledger.transfer t ON t.id = u.transfer_id
                WHERE (u.amount_nanos <> 0) <> (t.id IS NOT NULL) OR abs(u.amount_nanos) <> coalesce(t.amount_nanos, 0)"""))
                .as("rows of use without their transfer")
                .isZero();
    }
}
