package io.gpuaas.controlplane.policy;

import io.gpuaas.api.PolicyScope;
import io.gpuaas.api.PolicySource;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One place where overrides can stand. */
record PolicyTarget(PolicyScope scope, UUID id) {

    static final PolicyTarget GLOBAL = new PolicyTarget(PolicyScope.GLOBAL, new UUID(0, 0));

    static PolicyTarget of(TenantId tenant) {
        return new PolicyTarget(PolicyScope.TENANT, tenant.value());
    }

    static PolicyTarget of(ProjectId project) {
        return new PolicyTarget(PolicyScope.PROJECT, project.value());
    }

    /** The places that count for a tenant and project, the nearest first. */
    static List<PolicyTarget> nearestFirst(@Nullable TenantId tenant, @Nullable ProjectId project) {
        List<PolicyTarget> targets = new ArrayList<>(3);
        if (project != null) {
            targets.add(of(project));
        }
        if (tenant != null) {
            targets.add(of(tenant));
        }
        targets.add(GLOBAL);
        return targets;
    }

    PolicySource source() {
        return switch (scope) {
            case GLOBAL -> PolicySource.GLOBAL;
            case TENANT -> PolicySource.TENANT;
            case PROJECT -> PolicySource.PROJECT;
        };
    }

    /** Null for the global scope, which has no id to show. */
    @Nullable UUID shownId() {
        return scope == PolicyScope.GLOBAL ? null : id;
    }
}
