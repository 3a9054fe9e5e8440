package io.gpuaas.controlplane.identity;

import io.gpuaas.api.CreateInvitation;
import io.gpuaas.api.Grant;
import io.gpuaas.api.Invitation;
import io.gpuaas.api.InvitationState;
import io.gpuaas.api.NotificationKind;
import io.gpuaas.api.Project;
import io.gpuaas.api.ProjectRole;
import io.gpuaas.api.Tenant;
import io.gpuaas.api.TenantRole;
import io.gpuaas.api.TenantState;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.identity.Members.Place;
import io.gpuaas.controlplane.notifications.Inbox;
import io.gpuaas.controlplane.notifications.MailOutbox;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.controlplane.platform.Secrets;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.events.InvitationChanged;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.InvitationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Invitations by mail. The link in the mail is the only place its token is ever written. */
@Component
class Invitations {

    private final InvitationStore store;
    private final IdentityStore tenants;
    private final MemberStore memberStore;
    private final Members members;
    private final GivenRights rights;
    private final InvitationLetters letters;
    private final MailOutbox mail;
    private final Inbox inbox;
    private final Policies policies;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;
    private final PublicUrl url;

    Invitations(
            InvitationStore store,
            IdentityStore tenants,
            MemberStore memberStore,
            Members members,
            GivenRights rights,
            InvitationLetters letters,
            MailOutbox mail,
            Inbox inbox,
            Policies policies,
            Outbox outbox,
            Clock clock,
            IdSource ids,
            PublicUrl url) {
        this.store = store;
        this.tenants = tenants;
        this.memberStore = memberStore;
        this.members = members;
        this.rights = rights;
        this.letters = letters;
        this.mail = mail;
        this.inbox = inbox;
        this.policies = policies;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
        this.url = url;
    }

    Invitation create(TenantId tenantId, CreateInvitation command) {
        Role role = requireRole(command);
        Place place = new Place(tenantId, command.projectId());
        String email = Names.requireEmail("email", command.email());
        Tenant tenant = tenants.lock(tenantId).orElseThrow(() -> ProblemException.notFound("tenant"));
        String placeName = requirePlace(tenant, place);
        members.requireMayGive(role, place);
        if (memberStore.holdsRole(email, place)) {
            throw IdentityErrors.alreadyMember();
        }
        PrincipalId inviter = SignedIn.current().principal();
        Instant now = clock.instant();
        Optional<Instant> recent = letters.findRecent(email, now);
        Optional<Invitation> earlier = store.findOpen(email, place, now);
        if (recent.isPresent()) {
            Duration wait = Duration.between(now, recent.get().plus(InvitationLetters.MAILBOX_PAUSE));
            return earlier.filter(one -> recent.get().equals(one.letterSentAt()))
                    .map(one -> renew(one, role, inviter))
                    .orElseThrow(() -> IdentityErrors.letterTooSoon(wait));
        }
        store.revokeOpen(email, place).forEach(one -> changed(one, tenantId, InvitationState.REVOKED));
        requireRoomForOneMore(tenantId);
        letters.count(email, tenantId, now);
        String token = Secrets.create("");
        Invitation invitation = invite(place, email, role, inviter, now);
        store.add(invitation, inviter, Digests.sha256(token));
        changed(invitation.id(), tenantId, InvitationState.OPEN);
        mail.write(new MailOutbox.Letter(email, "Invitation to " + placeName, text(invitation, placeName, token)));
        memberStore.findPerson(email).ifPresent(person -> tell(person, invitation, placeName));
        return invitation;
    }

    /** Renews without another email so soon after the first; its link opens the renewed invitation. */
    private Invitation renew(Invitation open, Role role, PrincipalId inviter) {
        Instant expiresAt = expiry(open.tenantId(), clock.instant());
        store.renew(open.id(), role, inviter, expiresAt);
        changed(open.id(), open.tenantId(), InvitationState.OPEN);
        return new Invitation(
                open.id(),
                open.tenantId(),
                open.projectId(),
                open.email(),
                role.wireName(),
                InvitationState.OPEN,
                open.createdAt(),
                expiresAt,
                inviter,
                open.letterSentAt(),
                null);
    }

    /** A registered person sees it in the console too; the link is in the letter alone. */
    private void tell(PrincipalId person, Invitation invitation, String placeName) {
        inbox.put(
                person,
                NotificationKind.INVITATION,
                "Invitation to " + placeName,
                "You are invited as " + invitation.role() + ". The email to " + invitation.email()
                        + " contains the link, which works until " + invitation.expiresAt() + ".");
    }

    private Invitation invite(Place place, String email, Role role, PrincipalId inviter, Instant now) {
        return new Invitation(
                new InvitationId(ids.next()),
                place.tenantId(),
                place.projectId(),
                email,
                role.wireName(),
                InvitationState.OPEN,
                now,
                expiry(place.tenantId(), now),
                inviter,
                now,
                null);
    }

    private Instant expiry(TenantId tenant, Instant now) {
        return now.plus(policies.effective(IdentityPolicies.INVITATION_LIFETIME, tenant, null));
    }

    /** Either a role in the tenant, or a project and a role in it. */
    private static Role requireRole(CreateInvitation command) {
        TenantRole inTenant = command.tenantRole();
        ProjectRole inProject = command.projectRole();
        if (inTenant != null && inProject == null && command.projectId() == null) {
            return Role.fromWire(inTenant.wire());
        }
        if (inTenant == null && inProject != null && command.projectId() != null) {
            return Role.fromWire(inProject.wire());
        }
        throw ProblemException.invalid(
                "tenant_role", "must be the only role, or project_id and project_role must be given together");
    }

    private String requirePlace(Tenant tenant, Place place) {
        if (place.projectId() == null) {
            return tenant.name();
        }
        Project project = tenants.find(place.projectId())
                .filter(one -> one.tenantId().equals(tenant.id()))
                .orElseThrow(() -> ProblemException.notFound("project"));
        return tenant.name() + " / " + project.name();
    }

    private void requireRoomForOneMore(TenantId tenant) {
        long most = policies.effective(IdentityPolicies.INVITATIONS_OPEN_MAX, tenant, null);
        if (store.countOpen(tenant, clock.instant()) >= most) {
            throw IdentityErrors.tooMany("open invitations", most);
        }
    }

    /** The token is in the fragment, which browsers do not send: it reaches no access log. */
    private String text(Invitation invitation, String placeName, String token) {
        return """
                You are invited to %s as %s.

                To accept or decline, open this link and sign in as %s:
                %s/invitations#token=%s

                The link works until %s.
                """.formatted(
                placeName, invitation.role(), invitation.email(), url.external(), token, invitation.expiresAt());
    }

    List<Invitation> list(TenantId tenant, @Nullable UUID before, int limit) {
        return store.listOpen(tenant, clock.instant(), before, limit);
    }

    Invitation revoke(TenantId tenant, InvitationId id) {
        Invitation invitation =
                store.find(tenant, id, clock.instant()).orElseThrow(() -> ProblemException.notFound("invitation"));
        return close(invitation, InvitationState.REVOKED);
    }

    Grant accept(String token) {
        return accept(requireMine(token), SignedIn.requirePerson());
    }

    /** For a person who registered with this invitation and is not signed in yet. */
    void accept(String token, PrincipalId newcomer) {
        accept(requireOpen(token), newcomer);
    }

    private Grant accept(Invitation invitation, PrincipalId person) {
        Place place = new Place(invitation.tenantId(), invitation.projectId());
        Tenant tenant = tenants.lock(place.tenantId()).orElseThrow(IdentityErrors::invitationNotOpen);
        // Until the lock it may have been renewed with another role or by another inviter.
        Invitation offered = store.find(place.tenantId(), invitation.id(), clock.instant())
                .orElseThrow(IdentityErrors::invitationNotOpen);
        Role role = Role.fromWire(offered.role());
        requireStillGiven(offered, role, place);
        close(offered, InvitationState.ACCEPTED);
        if (tenant.state() == TenantState.SUSPENDED) {
            throw IdentityErrors.tenantSuspended();
        }
        if (memberStore.find(person, place).isPresent()) {
            throw IdentityErrors.alreadyMember();
        }
        members.give(person, place, role);
        return new Grant(
                role.wireName(),
                place.tenantId(),
                place.projectId(),
                role.permissions().stream().sorted().toList());
    }

    /** Under the tenant's lock, which every change of roles takes: a lost right is either seen here or lost later. */
    private void requireStillGiven(Invitation invitation, Role role, Place place) {
        PrincipalId inviter = invitation.invitedBy();
        if (inviter == null) {
            throw IdentityErrors.invitationNotOpen();
        }
        store.holdInviter(inviter);
        if (!rights.mayStillInvite(inviter, role, place)) {
            throw IdentityErrors.invitationNotOpen();
        }
    }

    Invitation decline(String token) {
        return close(requireMine(token), InvitationState.DECLINED);
    }

    private Invitation requireMine(String token) {
        PrincipalId person = SignedIn.requirePerson();
        Invitation invitation = requireKnown(token);
        if (memberStore.findEmail(person).filter(invitation.email()::equals).isEmpty()) {
            throw IdentityErrors.invitationForSomebodyElse();
        }
        return invitation;
    }

    private Invitation requireKnown(String token) {
        return store.findByToken(Digests.sha256(token), clock.instant())
                .orElseThrow(() -> ProblemException.notFound("invitation"));
    }

    Invitation requireOpen(String token) {
        Invitation invitation = requireKnown(token);
        if (invitation.state() != InvitationState.OPEN) {
            throw IdentityErrors.invitationNotOpen();
        }
        return invitation;
    }

    private Invitation close(Invitation invitation, InvitationState state) {
        if (!store.close(invitation.id(), state, clock.instant())) {
            throw IdentityErrors.invitationNotOpen();
        }
        changed(invitation.id(), invitation.tenantId(), state);
        return new Invitation(
                invitation.id(),
                invitation.tenantId(),
                invitation.projectId(),
                invitation.email(),
                invitation.role(),
                state,
                invitation.createdAt(),
                invitation.expiresAt(),
                invitation.invitedBy(),
                invitation.letterSentAt(),
                null);
    }

    private void changed(InvitationId id, TenantId tenant, InvitationState state) {
        outbox.append(new InvitationChanged(id, tenant, state.wire()));
    }
}
