// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.TenantId;
import java.time.Instant;

/** The credit is nearly exhausted. Allocations are released at the deadline unless credit is added. */
public record AutoReleasePending(
        TenantId tenantId,
        String currency,
        long spendableNanos,
        long burnNanosPerHour,
        Instant deadline)
        implements DomainEvent {

    public static final String TYPE = "billing.auto_release_pending";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("tenant_balance", tenantId);
    }
}
