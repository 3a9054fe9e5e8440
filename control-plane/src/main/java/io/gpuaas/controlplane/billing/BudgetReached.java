package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.YearMonth;

/** A project cost so many percent of its budget in a month. */
record BudgetReached(
        ProjectId projectId,
        TenantId tenantId,
        int percent,
        String month,
        String currency,
        long spentNanos,
        long budgetNanos,
        String action)
        implements DomainEvent {

    static BudgetReached of(BudgetStore.Row row, int percent, YearMonth month, long spent) {
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

    @Override
    public String type() {
        return "billing.budget_reached";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("project_budget", projectId.toString());
    }
}
