// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

public record PriceAdded(
        String sku,
        UUID priceId,
        long nanos,
        String currency,
        Instant effectiveFrom,
        @Nullable TenantId tenantId)
        implements DomainEvent {

    public static final String TYPE = "offerings.price_added";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("sku", sku);
    }
}
