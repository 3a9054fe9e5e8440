package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.PrincipalId;
import java.util.List;

/** A user was created, disabled or enabled, or their platform roles changed. */
public record UserChanged(PrincipalId principalId, String state, List<String> platformRoles) implements DomainEvent {

    public static final String TYPE = "platform.user_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("principal", principalId.toString());
    }
}
