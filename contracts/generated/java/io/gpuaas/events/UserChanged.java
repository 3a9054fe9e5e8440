// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.PrincipalId;
import java.util.List;

/** A user was created, disabled or enabled, or their platform roles changed. */
public record UserChanged(
        PrincipalId principalId,
        String state,
        List<String> platformRoles)
        implements DomainEvent {

    public static final String TYPE = "identity.user_changed";

    public UserChanged {
        platformRoles = List.copyOf(platformRoles);
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("principal", principalId);
    }
}
