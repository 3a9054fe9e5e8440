// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.TenantId;

/** The credit will soon run out at the current rate of usage. Sent once until credit is added. */
public record LowBalanceWarning(
        TenantId tenantId,
        String currency,
        long spendableNanos,
        long burnNanosPerHour)
        implements DomainEvent {

    public static final String TYPE = "billing.low_balance_warning";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("tenant_balance", tenantId);
    }
}
