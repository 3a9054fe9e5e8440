package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;

/** The credit is gone; allocations run on until the deadline. */
record BalanceDepleted(TenantId tenantId, String currency, long spendableNanos, long burnNanosPerHour, Instant deadline)
        implements DomainEvent {

    @Override
    public String type() {
        return "billing.balance_depleted";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("tenant_balance", tenantId.toString());
    }
}
