package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;

/** The credit is nearly gone; allocations are released at the deadline unless some is added. */
record AutoReleasePending(
        TenantId tenantId, String currency, long spendableNanos, long burnNanosPerHour, Instant deadline)
        implements DomainEvent {

    @Override
    public String type() {
        return "billing.auto_release_pending";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("tenant_balance", tenantId.toString());
    }
}
