// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.TenantId;

/** Credit was added after it had become low. Warnings are enabled again. */
public record BalanceRestored(
        TenantId tenantId,
        String currency,
        long spendableNanos,
        long burnNanosPerHour)
        implements DomainEvent {

    public static final String TYPE = "billing.balance_restored";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("tenant_balance", tenantId);
    }
}
