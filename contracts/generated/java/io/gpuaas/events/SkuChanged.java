// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

public record SkuChanged(
        String sku,
        long version,
        boolean retired)
        implements DomainEvent {

    public static final String TYPE = "offerings.sku_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("sku", sku);
    }
}
