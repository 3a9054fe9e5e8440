package io.gpuaas.controlplane.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuaas.api.Project;
import io.gpuaas.controlplane.identity.Authenticated.RoleBinding;
import io.gpuaas.controlplane.identity.Role.Reach;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Decides whether a caller may do something somewhere. */
@Component
public class Access {

    private static final int CACHE_MAX = 100_000;
    private static final Duration CACHE_TIME = Duration.ofMinutes(1);

    private final IdentityStore store;
    private final Cache<ProjectId, TenantId> tenantOfProject = Caffeine.newBuilder()
            .maximumSize(CACHE_MAX)
            .expireAfterWrite(CACHE_TIME)
            .build();
    private final Cache<TenantId, Boolean> knownTenants = Caffeine.newBuilder()
            .maximumSize(CACHE_MAX)
            .expireAfterWrite(CACHE_TIME)
            .build();

    Access(IdentityStore store) {
        this.store = store;
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
        return permits(platformRoles(who), permission)
                ? new Decision.Granted(null, null)
                : new Decision.Denied(null, null);
    }

    public Decision onTenant(Authenticated who, String permission, TenantId tenant) {
        List<RoleBinding> platform = platformRoles(who);
        List<RoleBinding> within = who.bindings().stream()
                .filter(binding -> tenant.equals(binding.tenantId()))
                .toList();
        if ((platform.isEmpty() && within.isEmpty()) || !exists(tenant)) {
            return new Decision.Hidden();
        }
        List<RoleBinding> ofTenant = within.stream()
                .filter(binding -> binding.role().reach() == Reach.TENANT)
                .toList();
        return decide(permits(platform, permission) || permits(ofTenant, permission), tenant, null);
    }

    public Decision onProject(Authenticated who, String permission, ProjectId project) {
        Optional<TenantId> owner = findTenant(project);
        List<RoleBinding> platform = platformRoles(who);
        List<RoleBinding> within = who.bindings().stream()
                .filter(binding -> project.equals(binding.projectId())
                        || (binding.role().reach() == Reach.TENANT
                                && owner.filter(tenant -> tenant.equals(binding.tenantId()))
                                        .isPresent()))
                .toList();
        if (owner.isEmpty() || (platform.isEmpty() && within.isEmpty())) {
            return new Decision.Hidden();
        }
        return decide(permits(platform, permission) || permits(within, permission), owner.get(), project);
    }

    private static Decision decide(boolean permitted, TenantId tenant, @Nullable ProjectId project) {
        return permitted ? new Decision.Granted(tenant, project) : new Decision.Denied(tenant, project);
    }

    private static List<RoleBinding> platformRoles(Authenticated who) {
        return who.bindings().stream()
                .filter(binding -> binding.role().reach() == Reach.PLATFORM)
                .toList();
    }

    private static boolean permits(List<RoleBinding> bindings, String permission) {
        return bindings.stream()
                .anyMatch(binding -> binding.role().permissions().contains(permission));
    }

    private boolean exists(TenantId tenant) {
        if (knownTenants.getIfPresent(tenant) != null) {
            return true;
        }
        boolean found = store.find(tenant).isPresent();
        if (found) {
            knownTenants.put(tenant, true);
        }
        return found;
    }

    private Optional<TenantId> findTenant(ProjectId project) {
        TenantId cached = tenantOfProject.getIfPresent(project);
        if (cached != null) {
            return Optional.of(cached);
        }
        Optional<TenantId> found = store.find(project).map(Project::tenantId);
        found.ifPresent(tenant -> tenantOfProject.put(project, tenant));
        return found;
    }
}
