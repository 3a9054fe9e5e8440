// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.InvitationId;
import io.gpuaas.kernel.TenantId;

public record InvitationChanged(
        InvitationId invitationId,
        TenantId tenantId,
        String state)
        implements DomainEvent {

    public static final String TYPE = "identity.invitation_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("invitation", invitationId);
    }
}
