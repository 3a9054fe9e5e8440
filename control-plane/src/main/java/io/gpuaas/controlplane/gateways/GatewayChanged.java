package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.GatewayId;

/** A gateway was made or revoked. */
record GatewayChanged(GatewayId gatewayId, String state) implements DomainEvent {

    @Override
    public String type() {
        return "nodes.gateway_changed";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("gateway", gatewayId.toString());
    }
}
