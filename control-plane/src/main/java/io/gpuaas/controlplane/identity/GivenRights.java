package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.identity.Members.Place;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/**
 * Keeps callers from granting more than they have: a caller grants a permission only when it holds the permission at
 * that place, with the credential of this request. Roles are read again for each answer, so that a caller who lost them
 * while the request waited for a lock grants nothing.
 */
public @Component class GivenRights {

    private static final String INVITE = "members.manage";

    private final IdentityStore principals;
    private final Access access;

    GivenRights(IdentityStore principals, Access access) {
        this.principals = principals;
        this.access = access;
    }

    /** For a role in a tenant or project that the caller gives or takes away. */
    void requireMayGive(Role role, Place place) {
        if (!held(current(), place).containsAll(role.permissions())) {
            throw IdentityErrors.roleBeyondCaller(role);
        }
    }

    /** For roles on the platform that the caller gives or takes away. */
    void requireMayGiveOnPlatform(Collection<Role> roles) {
        if (roles.isEmpty()) {
            return;
        }
        Set<String> held = access.heldOnPlatform(current());
        roles.stream()
                .filter(role -> !held.containsAll(role.permissions()))
                .findFirst()
                .ifPresent(role -> {
                    throw IdentityErrors.roleBeyondCaller(role);
                });
    }

    /** The permissions among these that the caller lacks in the project. */
    public Set<String> missing(Collection<String> permissions, Place place) {
        Set<String> missing = new TreeSet<>(permissions);
        missing.removeAll(held(current(), place));
        return missing;
    }

    /** Whether the inviter could still invite with this role today. */
    boolean mayStillInvite(PrincipalId inviter, Role role, Place place) {
        Optional<Authenticated> now = principals.find(inviter);
        return now.filter(who -> access.heldOn(who, place.tenantId()).contains(INVITE)
                        && held(who, place).containsAll(role.permissions()))
                .isPresent();
    }

    private Set<String> held(Authenticated who, Place place) {
        ProjectId project = place.projectId();
        return project == null ? access.heldOn(who, place.tenantId()) : access.heldOn(who, place.tenantId(), project);
    }

    /** The caller with the roles held now, as far as this credential reaches. */
    private Authenticated current() {
        Authenticated who = SignedIn.current();
        if (who.caller().kind() != Caller.Kind.USER) {
            return who;
        }
        List<Authenticated.RoleBinding> now =
                principals.find(who.principal()).map(Authenticated::bindings).orElse(List.of());
        return new Authenticated(who.caller(), now, who.scopes());
    }
}
