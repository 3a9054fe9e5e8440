package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.InvitationId;
import io.gpuaas.kernel.TenantId;

/** An invitation was created, answered or revoked. */
record InvitationChanged(InvitationId invitationId, TenantId tenantId, String state) implements DomainEvent {

    @Override
    public String type() {
        return "platform.invitation_changed";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("invitation", invitationId.toString());
    }
}
