// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.TenantId;
import java.time.Instant;

/** The credit is exhausted. Allocations keep running until the deadline. */
public record BalanceDepleted(
        TenantId tenantId,
        String currency,
        long spendableNanos,
        long burnNanosPerHour,
        Instant deadline)
        implements DomainEvent {

    public static final String TYPE = "billing.balance_depleted";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("tenant_balance", tenantId);
    }
}
