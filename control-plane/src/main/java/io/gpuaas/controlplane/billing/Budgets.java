package io.gpuaas.controlplane.billing;

import io.gpuaas.api.Budget;
import io.gpuaas.api.BudgetAction;
import io.gpuaas.api.SetBudget;
import io.gpuaas.controlplane.billing.BudgetStore.Row;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.payments.PaymentPolicies;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.OncePerTransaction;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.events.BudgetReached;
import io.gpuaas.events.ForceReleaseRequested;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Limits the cost of projects per month: notifies at each step once a month, and refuses or releases at the last. */
@Component
class Budgets {

    private static final int[] STEPS = {50, 80, 100};
    private static final int ALL = 100;

    private final BudgetStore store;
    private final MeterStore meters;
    private final WatchStore watch;
    private final Policies policies;
    private final Outbox outbox;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;

    Budgets(
            BudgetStore store,
            MeterStore meters,
            WatchStore watch,
            Policies policies,
            Outbox outbox,
            TransactionTemplate transaction,
            IdSource ids,
            Clock clock) {
        this.store = store;
        this.meters = meters;
        this.watch = watch;
        this.policies = policies;
        this.outbox = outbox;
        this.transaction = transaction;
        this.ids = ids;
        this.clock = clock;
    }

    Budget set(ProjectId project, SetBudget command) {
        TenantId tenant = Objects.requireNonNull(Call.current().tenantId());
        Money monthly = new Money(command.monthly().nanos(), command.monthly().currency());
        String currency = policies.effective(PaymentPolicies.CURRENCY, tenant, null);
        if (!monthly.currency().equals(currency) || monthly.nanos() <= 0) {
            throw ProblemException.of(
                    ErrorCode.AMOUNT_INVALID,
                    "A budget must be greater than zero and in " + currency + ", not " + monthly + ".");
        }
        store.set(
                new Row(project, tenant, monthly, command.action(), "", 0, clock.instant()),
                month(),
                Call.current().caller().id());
        return require(project);
    }

    Budget require(ProjectId project) {
        return store.find(project).map(this::view).orElseThrow(() -> ProblemException.notFound("budget"));
    }

    List<Budget> list(TenantId tenant, @Nullable UUID after, int limit) {
        return store.list(tenant, after, limit).stream().map(this::view).toList();
    }

    Budget remove(ProjectId project) {
        Budget was = require(project);
        store.remove(project);
        return was;
    }

    private Budget view(Row row) {
        String month = month().toString();
        return new Budget(
                row.project(),
                new io.gpuaas.api.Money(row.monthly().nanos(), row.monthly().currency()),
                row.action().wire(),
                month,
                store.spent(row, month()),
                row.alertedMonth().equals(month) ? row.alertedPercent() : 0);
    }

    private record BudgetOf(ProjectId project) {}

    /** Refused when the project may begin nothing more this month. */
    void requireRoom(ProjectId project) {
        Optional<Row> budget = OncePerTransaction.get(new BudgetOf(project), () -> store.find(project))
                .filter(row -> row.action() != BudgetAction.ALERT);
        if (budget.isPresent() && isUsedUp(budget.get())) {
            Money spent = new Money(
                    store.spent(budget.get(), month()), budget.get().monthly().currency());
            throw ProblemException.of(
                    ErrorCode.BUDGET_EXHAUSTED,
                    "The project has spent " + spent + " in " + month() + " of its budget of "
                            + budget.get().monthly() + ".");
        }
    }

    /** Whether running allocations of the project are to be released. */
    boolean releases(ProjectId project) {
        return store.find(project)
                .filter(row -> row.action() == BudgetAction.RELEASE)
                .map(this::isUsedUp)
                .orElse(false);
    }

    private boolean isUsedUp(Row row) {
        return store.spent(row, month()) >= row.monthly().nanos();
    }

    /** The last windows of a month are charged when it is over: the month before is looked at as well. */
    void look() {
        YearMonth month = month();
        look(month.minusMonths(1));
        look(month);
    }

    private void look(YearMonth month) {
        Independently each = new Independently();
        store.worthALook(month, STEPS[0])
                .forEach(project -> each.run(() -> Call.system("watchBudget", CorrelationId.create(ids))
                        .run(() -> transaction.execute(status -> look(project, month)))));
        each.throwFirst();
    }

    private boolean look(ProjectId project, YearMonth month) {
        Row row = store.lock(project).orElse(null);
        if (row == null || !concerns(row, month)) {
            return false;
        }
        long spent = store.spent(row, month);
        int before = row.alertedMonth().equals(month.toString()) ? row.alertedPercent() : 0;
        int reached = reached(spent, row.monthly().nanos());
        if (reached > before) {
            IntStream.of(STEPS)
                    .filter(step -> step > before && step <= reached)
                    .forEach(step -> outbox.append(reached(row, step, month, spent)));
            store.alerted(project, month, reached);
        }
        if (reached == ALL && row.action() == BudgetAction.RELEASE && month.equals(month())) {
            release(row, month);
        }
        return true;
    }

    /** A month before the budget was set was not limited; one before the last notification is settled. */
    private static boolean concerns(Row row, YearMonth month) {
        YearMonth setIn = YearMonth.from(row.setAt().atOffset(ZoneOffset.UTC));
        return !month.isBefore(setIn) && row.alertedMonth().compareTo(month.toString()) <= 0;
    }

    private static int reached(long spent, long budget) {
        return IntStream.of(STEPS)
                .filter(step -> (double) spent / budget >= step / 100.0)
                .max()
                .orElse(0);
    }

    private static BudgetReached reached(Row row, int percent, YearMonth month, long spent) {
        return new BudgetReached(
                row.project(),
                row.tenant(),
                percent,
                month.toString(),
                row.monthly().currency(),
                spent,
                row.monthly().nanos(),
                row.action().wire());
    }

    /** Once for each allocation and month. */
    private void release(Row row, YearMonth month) {
        Instant occasion = month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        meters.listOpen(row.tenant()).stream()
                .filter(open -> open.project().equals(row.project()) && watch.force(open.allocation(), occasion))
                .forEach(open -> outbox.append(new ForceReleaseRequested(
                        open.allocation(),
                        row.tenant(),
                        open.project(),
                        row.monthly().currency(),
                        "The project's budget of " + row.monthly() + " for " + month + " is used up.",
                        ForcedReleases.BUDGET)));
    }

    private YearMonth month() {
        return YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC));
    }
}
