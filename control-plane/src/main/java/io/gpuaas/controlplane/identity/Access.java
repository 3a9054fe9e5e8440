package io.gpuaas.controlplane.identity;

import io.gpuaas.api.TenantState;
import io.gpuaas.controlplane.identity.Authenticated.RoleBinding;
import io.gpuaas.controlplane.identity.Role.Reach;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Decides whether a caller may do something somewhere. */
@Component
public class Access {

    private final Places places;

    Access(Places places) {
        this.places = places;
    }

    public sealed interface Decision {
        /** Allowed, in this tenant and project where the scope has them. */
        record Granted(
                @Nullable TenantId tenantId, @Nullable ProjectId projectId) implements Decision {}

        /** Seen, but not permitted. */
        record Denied(@Nullable TenantId tenantId, @Nullable ProjectId projectId) implements Decision {}

        /** Not there, or not for this caller to see: the two look the same. */
        record Hidden() implements Decision {}
    }

    public Decision onPlatform(Authenticated who, String permission) {
        return permits(who, platformRoles(who), permission)
                ? new Decision.Granted(null, null)
                : new Decision.Denied(null, null);
    }

    public Decision onTenant(Authenticated who, String permission, TenantId tenant) {
        boolean seen = who.bindings().stream()
                .anyMatch(binding -> binding.role().reach() == Reach.PLATFORM || tenant.equals(binding.tenantId()));
        boolean known = places.knows(tenant);
        // Asked either way: whether the place exists must not show in the time the answer takes.
        if (places.findState(tenant).isEmpty() || !seen) {
            if (known) {
                places.lookAgain(tenant);
            }
            return new Decision.Hidden();
        }
        return decide(permits(who, rolesOn(who, tenant), permission), tenant, null);
    }

    public Decision onProject(Authenticated who, String permission, ProjectId project) {
        boolean known = places.knows(project);
        Optional<TenantId> owner = places.findTenant(project);
        List<RoleBinding> roles =
                owner.map(tenant -> rolesOn(who, tenant, project)).orElse(List.of());
        if (roles.isEmpty()) {
            if (known) {
                places.lookAgain(project);
            }
            return new Decision.Hidden();
        }
        return decide(permits(who, roles, permission), owner.orElseThrow(), project);
    }

    /** Before many of these are asked about one after the other. */
    public void learn(Collection<ProjectId> projects) {
        places.learn(projects);
    }

    /** The tenants in which the caller holds a permission, on the tenant itself or in one of its projects. */
    public Set<TenantId> tenantsWhere(Authenticated who, String permission) {
        return who.bindings().stream()
                .filter(binding -> permits(who, List.of(binding), permission))
                .flatMap(binding -> switch (binding.role().reach()) {
                    case PLATFORM -> Stream.<TenantId>empty();
                    case TENANT -> Stream.ofNullable(binding.tenantId());
                    case PROJECT ->
                        Stream.ofNullable(binding.projectId()).flatMap(project -> places.findTenant(project).stream());
                })
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether the tenant gets nothing new for now. */
    public boolean suspended(TenantId tenant) {
        return places.findState(tenant).filter(TenantState.SUSPENDED::equals).isPresent();
    }

    /** Whether the caller holds a permission on the platform, with this credential. */
    public boolean holdsOnPlatform(Authenticated who, String permission) {
        return heldOnPlatform(who).contains(permission);
    }

    /** Everything the caller may do on the platform, and so everywhere. */
    Set<String> heldOnPlatform(Authenticated who) {
        return held(who, platformRoles(who));
    }

    /** Everything the caller may do on a tenant. */
    Set<String> heldOn(Authenticated who, TenantId tenant) {
        return held(who, rolesOn(who, tenant));
    }

    /** Everything the caller may do in a project. */
    Set<String> heldOn(Authenticated who, TenantId tenant, ProjectId project) {
        return held(who, rolesOn(who, tenant, project));
    }

    private static Set<String> held(Authenticated who, List<RoleBinding> roles) {
        return roles.stream()
                .flatMap(binding -> binding.role().permissions().stream())
                .filter(who::mayUse)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Decision decide(boolean permitted, TenantId tenant, @Nullable ProjectId project) {
        return permitted ? new Decision.Granted(tenant, project) : new Decision.Denied(tenant, project);
    }

    private static List<RoleBinding> platformRoles(Authenticated who) {
        return who.bindings().stream()
                .filter(binding -> binding.role().reach() == Reach.PLATFORM)
                .toList();
    }

    /** A role in a project counts for nothing on its tenant. */
    private static List<RoleBinding> rolesOn(Authenticated who, TenantId tenant) {
        return who.bindings().stream()
                .filter(binding -> switch (binding.role().reach()) {
                    case PLATFORM -> true;
                    case TENANT -> tenant.equals(binding.tenantId());
                    case PROJECT -> false;
                })
                .toList();
    }

    private static List<RoleBinding> rolesOn(Authenticated who, TenantId tenant, ProjectId project) {
        return who.bindings().stream()
                .filter(binding -> switch (binding.role().reach()) {
                    case PLATFORM -> true;
                    case TENANT -> tenant.equals(binding.tenantId());
                    case PROJECT -> project.equals(binding.projectId());
                })
                .toList();
    }

    /** A role must give it, and a narrowed credential must name it. */
    private static boolean permits(Authenticated who, List<RoleBinding> roles, String permission) {
        return who.mayUse(permission) && roles.stream().anyMatch(binding -> binding.permits(permission));
    }
}
