// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;

/** A project reached a percentage of its monthly budget. */
public record BudgetReached(
        ProjectId projectId,
        TenantId tenantId,
        int percent,
        String month,
        String currency,
        long spentNanos,
        long budgetNanos,
        String action)
        implements DomainEvent {

    public static final String TYPE = "billing.budget_reached";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("project_budget", projectId);
    }
}
