package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.TenantId;

/** The credit lasts only for a while at the rate it is used. */
record LowBalanceWarning(TenantId tenantId, String currency, long spendableNanos, long burnNanosPerHour)
        implements DomainEvent {

    @Override
    public String type() {
        return "billing.low_balance_warning";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("tenant_balance", tenantId.toString());
    }
}
