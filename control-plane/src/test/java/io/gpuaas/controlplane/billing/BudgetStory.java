package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.BudgetAction;
import io.gpuaas.api.Money;
import io.gpuaas.api.SetBudget;
import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Projects with monthly budgets, with an independent account of the expected notifications and releases. */
final class BudgetStory {

    private static final int[] STEPS = {50, 80, 100};
    private static final List<BudgetAction> ACTIONS =
            List.of(BudgetAction.ALERT, BudgetAction.REFUSE, BudgetAction.RELEASE);

    private final BillingPlane world;
    private final Map<ProjectId, Bounded> bounded = new LinkedHashMap<>();
    private final Map<TenantId, ProjectId> ofTenant = new LinkedHashMap<>();
    private final Map<String, Integer> told = new TreeMap<>();
    private final Set<String> forced = new HashSet<>();
    private int refused;

    /** A project, its budget, and the notifications since it was set. */
    private static final class Bounded {
        final TenantId tenant;
        final ProjectId project;
        long nanos;
        BudgetAction action = BudgetAction.ALERT;
        YearMonth setIn = YearMonth.of(1970, 1);
        final Map<YearMonth, Integer> steps = new TreeMap<>();

        Bounded(TenantId tenant, ProjectId project) {
            this.tenant = tenant;
            this.project = project;
        }

        boolean isSet() {
            return nanos > 0;
        }
    }

    BudgetStory(BillingPlane world) {
        this.world = world;
    }

    void begin(Random random, List<TenantId> tenants, Map<TenantId, ProjectId> apps) {
        for (TenantId tenant : tenants) {
            ProjectId project = new ProjectId(new UUID(random.nextLong(), random.nextLong()));
            ofTenant.put(tenant, project);
            Stream.of(project, Objects.requireNonNull(apps.get(tenant))).forEach(each -> {
                bounded.put(each, new Bounded(tenant, each));
                set(random, Objects.requireNonNull(bounded.get(each)));
            });
        }
    }

    ProjectId project(TenantId tenant) {
        return Objects.requireNonNull(ofTenant.get(tenant));
    }

    private void set(Random random, Bounded project) {
        project.nanos = (1L + random.nextInt(3_000)) * BillingPlane.DOLLAR + random.nextInt(1_000_000);
        project.action = ACTIONS.get(random.nextInt(ACTIONS.size()));
        project.setIn = month();
        project.steps.clear();
        in(
                project,
                () -> budgets().set(project.project, new SetBudget(new Money(project.nanos, "USD"), project.action)));
    }

    private void in(Bounded project, Runnable work) {
        Call.system("test", CorrelationId.create(world.plane.bean(IdSource.class)))
                .in(project.tenant, project.project)
                .run(() -> Objects.requireNonNull(
                        world.plane.bean(TransactionTemplate.class).execute(status -> {
                            work.run();
                            return true;
                        })));
    }

    private Budgets budgets() {
        return world.plane.bean(Budgets.class);
    }

    private YearMonth month() {
        return YearMonth.from(world.clock.instant().atOffset(ZoneOffset.UTC));
    }

    /** Whether the allocation may begin: refused exactly when the budget is used up and not only notified. */
    boolean admits(Metered wished) {
        Bounded project = bounded.get(wished.project());
        boolean usedUp = project != null
                && project.isSet()
                && project.action != BudgetAction.ALERT
                && spent(spent(List.of(project)), project, month()) >= project.nanos;
        try {
            world.doing(() -> world.plane.bean(AllocationMetering.class).requested(wished));
            assertThat(usedUp).as("begun beyond the budget").isFalse();
            return true;
        } catch (ProblemException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.BUDGET_EXHAUSTED);
            assertThat(usedUp).as("refused within the budget").isTrue();
            refused++;
            return false;
        }
    }

    /** By project and month, this one and the one before; added up from the rows of use, which budgets do not read. */
    private Map<String, Long> spent(Collection<Bounded> projects) {
        Map<String, Long> sums = new HashMap<>();
        world.plane
                .bean(JdbcClient.class)
                .sql("""
                        SELECT project_id || ' ' || to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM'), sum(amount_nanos)
                        FROM (SELECT m.project_id, u.starts_at, u.amount_nanos
                              FROM billing.usage u JOIN billing.meter m ON m.id = u.meter_id
                              WHERE u.tenant_id = ANY (:tenants) AND u.starts_at >= :from AND m.project_id = ANY (:projects)
                              UNION ALL
                              SELECT project_id, starts_at, amount_nanos FROM billing.usage_record
                              WHERE tenant_id = ANY (:tenants) AND starts_at >= :from AND project_id = ANY (:projects)) AS used
                        GROUP BY 1""")
                .param(
                        "tenants",
                        projects.stream()
                                .map(one -> one.tenant.value())
                                .distinct()
                                .toArray(UUID[]::new))
                .param(
                        "projects",
                        projects.stream().map(one -> one.project.value()).toArray(UUID[]::new))
                .param("from", month().minusMonths(1).atDay(1).atStartOfDay().atOffset(ZoneOffset.UTC))
                .query(row -> {
                    sums.put(row.getString(1), row.getLong(2));
                });
        return sums;
    }

    private static long spent(Map<String, Long> sums, Bounded project, YearMonth month) {
        return sums.getOrDefault(project.project + " " + month, 0L);
    }

    /** Changes budgets, looks at them or does not, and returns the allocations that are to end. */
    Set<UUID> goOn(Random random, Collection<Life> running) {
        for (Bounded project : bounded.values()) {
            switch (random.nextInt(60)) {
                case 0, 1 -> set(random, project);
                case 2 -> remove(project);
                default -> {}
            }
        }
        return random.nextInt(4) == 0 ? Set.of() : look(random.nextInt(3) == 0 ? 2 : 1, running);
    }

    private void remove(Bounded project) {
        if (project.isSet()) {
            in(project, () -> budgets().remove(project.project));
            project.nanos = 0;
        }
    }

    /** Several concurrent workers send no more notifications than one. */
    private Set<UUID> look(int workers, Collection<Life> running) {
        List<Thread> looking = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            looking.add(Thread.ofVirtual().start(() -> budgets().look()));
        }
        for (Thread worker : looking) {
            try {
                worker.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        Map<String, Long> sums = spent(bounded.values());
        bounded.values().stream().filter(Bounded::isSet).forEach(project -> expect(project, sums));
        return release(running, sums);
    }

    /** The month before counts as well until this one has a notification: its last windows are charged in this one. */
    private void expect(Bounded project, Map<String, Long> sums) {
        YearMonth now = month();
        YearMonth before = now.minusMonths(1);
        if (project.setIn.isBefore(now) && !project.steps.containsKey(now)) {
            expect(project, before, sums);
        }
        expect(project, now, sums);
    }

    private void expect(Bounded project, YearMonth month, Map<String, Long> sums) {
        int before = project.steps.getOrDefault(month, 0);
        int reached = reached(project, month, sums);
        IntStream.of(STEPS)
                .filter(step -> step > before && step <= reached)
                .forEach(step -> told.merge(project.project + " " + month + " " + step, 1, Integer::sum));
        if (reached > before) {
            project.steps.put(month, reached);
        }
    }

    private static int reached(Bounded project, YearMonth month, Map<String, Long> sums) {
        long spent = spent(sums, project, month);
        return IntStream.of(STEPS)
                .filter(step -> spent * 100.0 >= (double) step * project.nanos)
                .max()
                .orElse(0);
    }

    private Set<UUID> release(Collection<Life> running, Map<String, Long> sums) {
        Set<UUID> due = new HashSet<>();
        Set<ProjectId> usedUp = bounded.values().stream()
                .filter(project -> project.isSet() && project.action == BudgetAction.RELEASE)
                .filter(project -> reached(project, month(), sums) == 100)
                .map(project -> project.project)
                .collect(Collectors.toSet());
        running.stream()
                .filter(life -> life.isWorking() && usedUp.contains(life.metered.project()))
                .map(life -> life.metered.id().value())
                .forEach(due::add);
        due.forEach(allocation -> forced.add(allocation + " " + month()));
        bounded.values()
                .forEach(project -> assertThat(budgets().releases(project.project))
                        .as("whether what runs is to be released")
                        .isEqualTo(usedUp.contains(project.project)));
        return due;
    }

    void check() {
        Map<String, Integer> sent = new TreeMap<>();
        events("billing.budget_reached", """
                payload ->> 'project_id' || ' ' || (payload ->> 'month') || ' ' || (payload ->> 'percent')""").forEach(event -> sent.merge(event, 1, Integer::sum));
        assertThat(sent).as("what people were told").isEqualTo(told);
        assertThat(told).isNotEmpty();
        assertThat(world.plane
                        .bean(JdbcClient.class)
                        .sql("""
                                SELECT allocation_id || ' ' || to_char(occasion AT TIME ZONE 'UTC', 'YYYY-MM')
                                FROM billing.forced_release""")
                        .query(String.class)
                        .list())
                .as("what had to end")
                .containsExactlyInAnyOrderElementsOf(forced);
        assertThat(events("billing.force_release_requested", "payload ->> 'allocation_id'"))
                .as("each was asked for once")
                .hasSize(forced.size());
    }

    private List<String> events(String type, String expression) {
        return world.plane
                .bean(JdbcClient.class)
                .sql(
                        "SELECT " + expression
                                + " FROM (SELECT envelope::jsonb -> 'payload' AS payload FROM events.outbox WHERE event_type = :type) AS e")
                .param("type", type)
                .query((row, n) -> Objects.requireNonNull(row.getString(1)))
                .list();
    }

    @Override
    public String toString() {
        return bounded.size() + " budgets, "
                + told.values().stream().mapToInt(i -> i).sum() + " steps told, " + refused + " refused, "
                + forced.size() + " released";
    }
}
