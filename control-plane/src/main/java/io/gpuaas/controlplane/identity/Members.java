package io.gpuaas.controlplane.identity;

import io.gpuaas.api.Member;
import io.gpuaas.api.PrincipalKind;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.events.MemberRemoved;
import io.gpuaas.events.MemberSet;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Grants and removes roles. Every change first locks the tenant, so that two concurrent changes cannot both rely on an
 * owner that the other removes.
 */
@Component
public class Members {

    private final IdentityStore tenants;
    private final MemberStore store;
    private final GivenRights rights;
    private final OpenInvitations invitations;
    private final Revocations revocations;
    private final Outbox outbox;

    Members(
            IdentityStore tenants,
            MemberStore store,
            GivenRights rights,
            OpenInvitations invitations,
            Revocations revocations,
            Outbox outbox) {
        this.tenants = tenants;
        this.store = store;
        this.rights = rights;
        this.invitations = invitations;
        this.revocations = revocations;
        this.outbox = outbox;
    }

    /** A tenant, or one of its projects. */
    public record Place(TenantId tenantId, @Nullable ProjectId projectId) {

        @Nullable UUID projectValue() {
            return projectId == null ? null : projectId.value();
        }
    }

    List<Member> list(Place place, @Nullable UUID after, int limit) {
        return store.list(place, after, limit);
    }

    /** Gives the role in place of the one held there so far. */
    Member set(PrincipalId id, Place place, Role role) {
        lock(place);
        String name = store.findPerson(id).orElseThrow(() -> ProblemException.notFound("principal"));
        Optional<Role> before = store.find(id, place).map(member -> Role.fromWire(member.role()));
        requireMayGive(role, place);
        before.ifPresent(held -> requireMayTake(held, place));
        if (before.filter(Role.TENANT_OWNER::equals).isPresent() && role != Role.TENANT_OWNER) {
            requireAnotherOwner(id, place.tenantId());
        }
        give(id, place, role);
        if (before.isPresent()) {
            revocations.announce(id);
            invitations.revokeThoseNoLongerGiven(id, place.tenantId());
        }
        return new Member(id, PrincipalKind.USER, name, role.wireName());
    }

    /** Does not check the caller's rights: for an invitation, the inviter's rights are checked elsewhere. */
    void give(PrincipalId id, Place place, Role role) {
        store.set(id, place, role);
        outbox.append(new MemberSet(id, place.tenantId(), place.projectId(), role.wireName()));
        revocations.forgetRolesOf(id);
    }

    Member removeFromProject(PrincipalId id, Place place) {
        lock(place);
        Member member = store.find(id, place).orElseThrow(() -> ProblemException.notFound("member"));
        requireMayTake(Role.fromWire(member.role()), place);
        store.remove(id, place);
        removed(id, place);
        return member;
    }

    /** From the tenant and from all its projects. */
    Member removeFromTenant(PrincipalId id, TenantId tenant) {
        Place place = new Place(tenant, null);
        lock(place);
        String name = store.findPerson(id).orElseThrow(() -> ProblemException.notFound("member"));
        List<Role> held = store.removeEverywhere(id, tenant);
        if (held.isEmpty()) {
            throw ProblemException.notFound("member");
        }
        held.stream().filter(role -> role.reach() == Role.Reach.TENANT).forEach(role -> requireMayTake(role, place));
        if (held.contains(Role.TENANT_OWNER)) {
            requireAnotherOwner(id, tenant);
        }
        removed(id, place);
        return new Member(id, PrincipalKind.USER, name, held.getFirst().wireName());
    }

    private void removed(PrincipalId id, Place place) {
        invitations.revokeThoseNoLongerGiven(id, place.tenantId());
        outbox.append(new MemberRemoved(id, place.tenantId(), place.projectId()));
        revocations.announce(id);
    }

    private void lock(Place place) {
        if (tenants.lock(place.tenantId()).isEmpty()) {
            throw ProblemException.notFound("tenant");
        }
        if (place.projectId() != null && tenants.find(place.projectId()).isEmpty()) {
            throw ProblemException.notFound("project");
        }
    }

    /** A caller grants only roles it holds itself, so an administrator cannot create owners. */
    void requireMayGive(Role role, Place place) {
        rights.requireMayGive(role, place);
    }

    private void requireMayTake(Role role, Place place) {
        requireMayGive(role, place);
    }

    private void requireAnotherOwner(PrincipalId id, TenantId tenant) {
        if (!store.hasOwnerBesides(id, tenant)) {
            throw IdentityErrors.lastOwner();
        }
    }
}
