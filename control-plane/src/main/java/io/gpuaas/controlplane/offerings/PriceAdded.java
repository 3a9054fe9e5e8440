package io.gpuaas.controlplane.offerings;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A SKU has another price from an instant on. */
record PriceAdded(
        String sku,
        UUID priceId,
        long nanos,
        String currency,
        Instant effectiveFrom,
        @Nullable TenantId tenantId) implements DomainEvent {

    @Override
    public String type() {
        return "platform.price_added";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("sku", sku);
    }
}
