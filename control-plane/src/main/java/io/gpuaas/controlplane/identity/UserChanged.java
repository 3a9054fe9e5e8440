package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.PrincipalId;
import java.util.List;

/** A user was made, disabled, enabled, or given other platform roles. */
record UserChanged(PrincipalId principalId, String state, List<String> platformRoles) implements DomainEvent {

    @Override
    public String type() {
        return "platform.user_changed";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("principal", principalId.toString());
    }
}
