package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.payments.StripeStory;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Three months of business in seconds. A failure is replayed with -Dgpuaas.seed=N. */
@Against("PostgreSQL")
class SimulationTest {

    private static final Logger log = LoggerFactory.getLogger(SimulationTest.class);

    static {
        // A connection that was cut may die only after it was given back: the pool looks at each before it gives it
        // away.
        System.setProperty("com.zaxxer.hikari.aliveBypassWindowMs", "0");
    }

    private final StripeStory stripe = new StripeStory();
    private final BillingPlane world = BillingPlane.start(stripe.settings());

    @BeforeEach
    void longWindows() {
        stripe.playIn(world.plane, world.clock);
        world.globalPolicy("billing.window_seconds", "3600");
        world.globalPolicy("billing.catch_up_max", "P30D");
        world.globalPolicy("usage.late_max", "P30D");
        world.globalPolicy("billing.commitment_discount_max", "100");
    }

    @AfterEach
    void stop() {
        world.plane.close();
        stripe.close();
    }

    @Test
    void afterThreeMonthsEveryNanoIsAccountedFor() {
        simulate(Duration.ofDays(90), 6, 200, 40);
    }

    @Test
    void aWorkerThatWasAwayForMonthsClosesEachOfThem() {
        TenantId tenant = world.tenant();
        world.pay(tenant, 5_000);
        world.begin(tenant, world.sku(1_000_000_000L), 1);
        for (int times = 0; times < 3; times++) {
            world.clock.forward(Duration.ofDays(25));
            world.keepPartitions();
            world.tick();
        }

        world.plane.bean(MonthClose.class).closeWhatIsOver();

        assertThat(world.database.count("SELECT count(DISTINCT month) FROM billing.statement WHERE tenant_id = '"
                        + tenant + "' AND total_nanos > 100000000000"))
                .isGreaterThanOrEqualTo(2);
        assertThat(world.database.count("SELECT count(*) FROM billing.closed_month"))
                .isGreaterThanOrEqualTo(2);
    }

    @Test
    @Tag("full")
    void afterThreeMonthsOfThousandsEveryNanoIsAccountedFor() {
        simulate(Duration.ofDays(90), 60, 5_000, 21);
    }

    private void simulate(Duration time, int tenants, int allocations, int hoursMax) {
        long seed = Long.getLong("gpuaas.seed", 20261116);
        log.info("simulated with seed {}", seed);
        Simulation simulation = new Simulation(world, stripe, seed);
        try {
            simulation.run(time, tenants, allocations, hoursMax);
            simulation.checkEveryAllocation();
            simulation.checkWindows();
            simulation.checkTheBooks();
            log.info("{}", simulation);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
        assertThat(simulation.kills()).isPositive();
        assertThat(simulation.allocations()).isGreaterThan(allocations / 2);
    }
}
