package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.api.BudgetAction;
import io.gpuaas.api.SetBudget;
import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Monthly budgets of projects. */
@Against("PostgreSQL")
class BudgetsTest {

    private final BillingPlane billing = BillingPlane.shared();
    private final TenantId tenant = billing.tenant();
    private final Budgets budgets = billing.plane.bean(Budgets.class);

    @BeforeEach
    void quiet() {
        billing.nextHour();
        billing.pay(tenant, 1_000);
    }

    private void set(Metered of, long dollars, BudgetAction action) {
        Call.system("test", CorrelationId.create(billing.plane.bean(IdSource.class)))
                .in(tenant, of.project())
                .run(() -> billing.plane
                        .bean(org.springframework.transaction.support.TransactionTemplate.class)
                        .execute(status -> budgets.set(
                                of.project(),
                                new SetBudget(new io.gpuaas.api.Money(dollars * BillingPlane.DOLLAR, "USD"), action))));
    }

    private long told(Metered of, int percent) {
        return billing.database.count(
                "SELECT count(*) FROM events.outbox WHERE envelope LIKE '%budget_reached%' AND envelope LIKE '%"
                        + of.project() + "%' AND envelope LIKE '%\"percent\":" + percent + ",%'");
    }

    @Test
    void peopleAreToldOnceAtEachStep() {
        Metered running = billing.begin(tenant, billing.sku(60 * BillingPlane.DOLLAR), 1);
        set(running, 10, BudgetAction.ALERT);
        billing.pass(Duration.ofMinutes(4));
        budgets.look();
        assertThat(told(running, 50)).isZero();
        billing.pass(Duration.ofMinutes(2));
        budgets.look();
        budgets.look();
        assertThat(told(running, 50)).isEqualTo(1);
        assertThat(told(running, 80)).isZero();
        billing.pass(Duration.ofMinutes(6));
        budgets.look();
        assertThat(told(running, 80)).isEqualTo(1);
        assertThat(told(running, 100)).isEqualTo(1);
        assertThat(told(running, 50)).isEqualTo(1);
        billing.doing(() -> budgets.requireRoom(running.project()));
    }

    @Test
    void aLateChargeIsReportedForItsOwnMonth() {
        Instant over = YearMonth.from(billing.clock.instant().atOffset(ZoneOffset.UTC))
                .plusMonths(1)
                .atDay(1)
                .atStartOfDay()
                .toInstant(ZoneOffset.UTC);
        billing.clock.set(over.minus(Duration.ofMinutes(10)));
        billing.keepPartitions();
        Metered running = billing.begin(tenant, billing.sku(60 * BillingPlane.DOLLAR), 1);
        set(running, 10, BudgetAction.RELEASE);
        billing.clock.set(over.plusSeconds(65));
        billing.tick();
        budgets.look();
        budgets.look();
        for (int step : new int[] {50, 80, 100}) {
            assertThat(told(running, step)).as("told of " + step).isEqualTo(1);
        }
        assertThat(forced(running))
                .as("nothing is released for a month that is over")
                .isZero();
        billing.end(running);
        billing.clock.forward(Duration.ofDays(1));
        billing.keepPartitions();
    }

    @Test
    void usageBeforeTheBudgetWasSetCounts() {
        Metered running = billing.begin(tenant, billing.sku(60 * BillingPlane.DOLLAR), 1);
        billing.pass(Duration.ofMinutes(7));
        set(running, 10, BudgetAction.ALERT);
        long before = budgets.require(running.project()).spentNanos();
        assertThat(before).isBetween(5 * BillingPlane.DOLLAR, 7 * BillingPlane.DOLLAR);
        billing.pass(Duration.ofMinutes(5));
        assertThat(budgets.require(running.project()).spentNanos())
                .as("exactly what the use of the project comes to")
                .isEqualTo(billing.usage(running, "sum(amount_nanos)"));
    }

    @Test
    void aCapRefusesWithThePreciseReason() {
        Metered running = billing.begin(tenant, billing.sku(60 * BillingPlane.DOLLAR), 1);
        set(running, 3, BudgetAction.REFUSE);
        billing.pass(Duration.ofMinutes(6));
        assertThatThrownBy(() -> billing.doing(
                        () -> billing.plane.bean(AllocationMetering.class).requested(running)))
                .isInstanceOfSatisfying(ProblemException.class, problem -> {
                    assertThat(problem.code()).isEqualTo(ErrorCode.BUDGET_EXHAUSTED);
                    assertThat(problem.detail()).contains("its budget of 3.00 USD");
                });
        budgets.look();
        assertThat(forced(running)).as("it only refuses").isZero();
    }

    @Test
    void byPolicyWhatRunsIsReleasedOnce() {
        Metered running = billing.begin(tenant, billing.sku(60 * BillingPlane.DOLLAR), 1);
        Metered other = billing.begin(tenant, billing.sku(60 * BillingPlane.DOLLAR), 1);
        set(running, 3, BudgetAction.RELEASE);
        billing.pass(Duration.ofMinutes(6));
        budgets.look();
        budgets.look();
        assertThat(forced(running)).isEqualTo(1);
        assertThat(forced(other)).as("another project").isZero();
        assertThat(budgets.releases(running.project())).isTrue();
        set(running, 300, BudgetAction.RELEASE);
        assertThat(budgets.releases(running.project()))
                .as("raised in the last moment")
                .isFalse();
    }

    private long forced(Metered of) {
        return billing.database.count(
                "SELECT count(*) FROM billing.forced_release WHERE allocation_id = '" + of.id() + "'");
    }
}
