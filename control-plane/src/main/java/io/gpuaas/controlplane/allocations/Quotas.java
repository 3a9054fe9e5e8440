package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.policy.PolicyKey;
import io.gpuaas.controlplane.policy.PolicyKeys;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * How much a project and its tenant may hold. What waits counts too: otherwise a queue could promise more than may be
 * had.
 */
@Component
class Quotas {

    private final JdbcClient jdbc;
    private final Policies policies;

    Quotas(JdbcClient jdbc, Policies policies) {
        this.jdbc = jdbc;
        this.policies = policies;
    }

    /** What is held, what was asked for on top, and what the limit is. */
    record Excess(String who, String what, long held, long asked, long limit) {

        String sentence() {
            return who + " holds " + held + " " + what + "; with " + asked + " more it would exceed its limit of "
                    + limit + ".";
        }
    }

    /** Until the transaction ends, nobody else takes for this tenant: what was counted stays true. */
    void require(TenantId tenant, ProjectId project, int allocations, int gpus) {
        jdbc.sql("SELECT pg_advisory_xact_lock(7305, hashtext(:tenant))")
                .param("tenant", tenant.toString())
                .query()
                .singleRow();
        Held inTenant = held(tenant, null);
        Held inProject = held(tenant, project);
        check(
                "The project",
                "allocations",
                inProject.allocations(),
                allocations,
                limit(PolicyKeys.QUOTA_ALLOCATIONS_MAX, tenant, project));
        check("The project", "GPUs", inProject.gpus(), gpus, limit(PolicyKeys.QUOTA_GPUS_MAX, tenant, project));
        check(
                "The tenant",
                "allocations",
                inTenant.allocations(),
                allocations,
                limit(PolicyKeys.QUOTA_ALLOCATIONS_MAX, tenant, null));
        check("The tenant", "GPUs", inTenant.gpus(), gpus, limit(PolicyKeys.QUOTA_GPUS_MAX, tenant, null));
    }

    void requireSize(TenantId tenant, ProjectId project, int gpus) {
        long limit = limit(PolicyKeys.QUOTA_GPUS_PER_ALLOCATION_MAX, tenant, project);
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

    private record Held(long allocations, long gpus) {}

    private Held held(TenantId tenant, @Nullable ProjectId project) {
        return jdbc.sql("""
                SELECT count(*) AS allocations, coalesce(sum(gpus), 0) AS gpus FROM allocations.allocation
                WHERE tenant_id = :tenant AND (:project::uuid IS NULL OR project_id = :project)
                  AND state NOT IN ('released', 'failed')""")
                .param("tenant", tenant.value())
                .param("project", AllocationColumns.uuid(project), java.sql.Types.OTHER)
                .query((row, n) -> new Held(row.getLong("allocations"), row.getLong("gpus")))
                .single();
    }
}
