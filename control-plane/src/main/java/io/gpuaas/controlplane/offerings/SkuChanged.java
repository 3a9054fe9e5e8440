package io.gpuaas.controlplane.offerings;

import io.gpuaas.controlplane.events.DomainEvent;

/** A SKU was created or changed; a changed visibility counts, too. */
record SkuChanged(String sku, long version, boolean retired) implements DomainEvent {

    @Override
    public String type() {
        return "platform.sku_changed";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("sku", sku);
    }
}
