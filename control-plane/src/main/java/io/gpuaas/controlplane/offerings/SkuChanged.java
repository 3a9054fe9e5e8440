package io.gpuaas.controlplane.offerings;

import io.gpuaas.controlplane.events.DomainEvent;

/** A SKU is new, or other than it was; who sees it is part of that. */
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
