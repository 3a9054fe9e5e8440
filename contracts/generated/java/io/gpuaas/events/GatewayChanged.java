// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.GatewayId;

/** A gateway was created or revoked. */
public record GatewayChanged(
        GatewayId gatewayId,
        String state)
        implements DomainEvent {

    public static final String TYPE = "gateways.gateway_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("gateway", gatewayId);
    }
}
