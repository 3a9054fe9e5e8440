package io.gpuaas.controlplane.offerings;

import io.gpuaas.controlplane.events.DomainEvent;
import java.time.Instant;
import java.util.UUID;

/** A SKU has another price from an instant on. */
record PriceAdded(String sku, UUID priceId, long nanos, String currency, Instant effectiveFrom) implements DomainEvent {

    @Override
    public String type() {
        return "platform.price_added";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("sku", sku);
    }
}
