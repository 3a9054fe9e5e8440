package io.gpuaas.controlplane.identity;

import io.gpuaas.api.Invitation;
import io.gpuaas.api.InvitationState;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.identity.Members.Place;
import io.gpuaas.events.InvitationChanged;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import org.springframework.stereotype.Component;

/** Ends open invitations together with their inviter's right to invite. */
public @Component class OpenInvitations {

    private final InvitationStore store;
    private final GivenRights rights;
    private final Outbox outbox;

    OpenInvitations(InvitationStore store, GivenRights rights, Outbox outbox) {
        this.store = store;
        this.rights = rights;
        this.outbox = outbox;
    }

    /** After the person's roles in the tenant were changed in this transaction. */
    void revokeThoseNoLongerGiven(PrincipalId inviter, TenantId tenant) {
        revoke(store.listOpenOf(inviter).stream()
                .filter(invitation -> invitation.tenantId().equals(tenant))
                .filter(invitation -> !mayStillBeGiven(inviter, invitation))
                .toList());
    }

    /** After the person's roles on the platform were changed in this transaction, or the person was disabled. */
    void revokeThoseNoLongerGiven(PrincipalId inviter) {
        revoke(store.listOpenOf(inviter).stream()
                .filter(invitation -> !mayStillBeGiven(inviter, invitation))
                .toList());
    }

    /** When the person's credentials may have been in the wrong hands. */
    public void revokeAllOf(PrincipalId inviter) {
        revoke(store.listOpenOf(inviter));
    }

    private boolean mayStillBeGiven(PrincipalId inviter, Invitation invitation) {
        Place place = new Place(invitation.tenantId(), invitation.projectId());
        return rights.mayStillInvite(inviter, Role.fromWire(invitation.role()), place);
    }

    private void revoke(List<Invitation> invitations) {
        for (Invitation invitation : invitations) {
            if (store.revoke(invitation.id())) {
                outbox.append(
                        new InvitationChanged(invitation.id(), invitation.tenantId(), InvitationState.REVOKED.wire()));
            }
        }
    }
}
