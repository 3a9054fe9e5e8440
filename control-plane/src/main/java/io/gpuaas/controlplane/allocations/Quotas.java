package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.platform.BeforeCommit;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.policy.PolicyKey;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Limits how much a project and its tenant may hold. Queued requests count too: otherwise the queue could grant more
 * than the limit.
 */
@Component
public class Quotas {

    private final JdbcClient jdbc;
    private final Policies policies;

    Quotas(JdbcClient jdbc, Policies policies) {
        this.jdbc = jdbc;
        this.policies = policies;
    }

    /** A limit that a request would exceed: its owner, the quantity, what is held or reserved, what was asked for. */
    record Excess(String who, String what, long held, long asked, long limit) {

        String sentence() {
            return who + " " + held + " " + what + "; with " + asked + " more it would exceed its limit of " + limit
                    + ".";
        }
    }

    /** A first check without locks: concurrent requests of the tenant are not counted. */
    void require(TenantId tenant, ProjectId project, int allocations, int gpus) {
        Held held = held("SELECT * FROM allocations.held(:tenant, :project)", tenant, project);
        requireRoom(tenant, project, held, new Asked(allocations, gpus));
    }

    /**
     * Checks again after the transaction's other writes. Requests of the tenant are serialized from here to its end, so
     * the counts stay true; last, because all requests of the tenant wait here.
     */
    void confirmAtTheEnd(TenantId tenant, ProjectId project, int allocations, int gpus) {
        BeforeCommit.run(() -> confirm(tenant, project, allocations, gpus));
    }

    private void confirm(TenantId tenant, ProjectId project, int allocations, int gpus) {
        Asked asked = new Asked(allocations, gpus);
        Held held = held("SELECT * FROM allocations.held_alone(:tenant, :project)", tenant, project);
        requireRoom(tenant, project, held.without(asked), asked);
    }

    private void requireRoom(TenantId tenant, ProjectId project, Held held, Asked asked) {
        check(
                "The project holds or waits for",
                "allocations",
                held.projectAllocations(),
                asked.allocations(),
                limit(AllocationPolicies.QUOTA_ALLOCATIONS_MAX, tenant, project));
        check(
                "The project holds or waits for",
                "GPUs",
                held.projectGpus(),
                asked.gpus(),
                limit(AllocationPolicies.QUOTA_GPUS_MAX, tenant, project));
        check(
                "The tenant holds or waits for",
                "allocations",
                held.allocations(),
                asked.allocations(),
                limit(AllocationPolicies.QUOTA_ALLOCATIONS_MAX, tenant, null));
        check(
                "The tenant holds or waits for",
                "GPUs",
                held.gpus(),
                asked.gpus(),
                limit(AllocationPolicies.QUOTA_GPUS_MAX, tenant, null));
    }

    /** GPUs that are reserved, and from when until when. */
    public record Reserved(ProjectId project, int gpus, Instant from, Instant until) {}

    /**
     * Checks a reservation against others for the same time. Current holdings are not counted: they may have ended by
     * then, and if they have not, the reservation is missed.
     */
    public void requireReservable(TenantId tenant, List<Reserved> others, Reserved asked) {
        ProjectId project = asked.project();
        long most = most(others, asked.from());
        long mostOfProject = most(
                others.stream().filter(one -> one.project().equals(project)).toList(), asked.from());
        String what = "GPUs for that time";
        check(
                "The project reserved",
                what,
                mostOfProject,
                asked.gpus(),
                limit(AllocationPolicies.QUOTA_GPUS_MAX, tenant, project));
        check("The tenant reserved", what, most, asked.gpus(), limit(AllocationPolicies.QUOTA_GPUS_MAX, tenant, null));
    }

    /** At one time: at the start, or whenever another begins. */
    private static long most(List<Reserved> reserved, Instant start) {
        return Stream.concat(
                        Stream.of(start), reserved.stream().map(Reserved::from).filter(start::isBefore))
                .mapToLong(time -> reserved.stream()
                        .filter(one -> !one.from().isAfter(time) && one.until().isAfter(time))
                        .mapToLong(Reserved::gpus)
                        .sum())
                .max()
                .orElse(0);
    }

    public void requireSize(TenantId tenant, ProjectId project, int gpus) {
        long limit = limit(AllocationPolicies.QUOTA_GPUS_PER_ALLOCATION_MAX, tenant, project);
        if (gpus > limit) {
            throw AllocationErrors.tooLarge(gpus, limit);
        }
    }

    private long limit(PolicyKey<Long> key, TenantId tenant, @Nullable ProjectId project) {
        return policies.effective(key, tenant, project);
    }

    private static void check(String who, String what, long held, long asked, long limit) {
        if (held + asked > limit) {
            throw AllocationErrors.quotaExceeded(new Excess(who, what, held, asked, limit));
        }
    }

    private record Asked(int allocations, int gpus) {}

    /** By the tenant, and of that by the project. */
    private record Held(long allocations, long gpus, long projectAllocations, long projectGpus) {

        Held without(Asked asked) {
            return new Held(
                    allocations - asked.allocations(),
                    gpus - asked.gpus(),
                    projectAllocations - asked.allocations(),
                    projectGpus - asked.gpus());
        }
    }

    private Held held(String sql, TenantId tenant, ProjectId project) {
        return jdbc.sql(sql)
                .param("tenant", tenant.value())
                .param("project", project.value())
                .query((row, n) -> new Held(
                        row.getLong("allocations"),
                        row.getLong("gpus"),
                        row.getLong("project_allocations"),
                        row.getLong("project_gpus")))
                .single();
    }
}
