package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.TenantId;

/** Credit was added after it had become low: warnings are armed again. */
record BalanceRestored(TenantId tenantId, String currency, long spendableNanos, long burnNanosPerHour)
        implements DomainEvent {

    @Override
    public String type() {
        return "billing.balance_restored";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("tenant_balance", tenantId.toString());
    }
}
