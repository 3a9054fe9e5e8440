package io.gpuaas.controlplane.entitlements;

import io.gpuaas.api.ProjectEntitlement;
import io.gpuaas.controlplane.entitlements.AppDirectory.ArtifactUse;
import io.gpuaas.controlplane.entitlements.AppDirectory.KnownApp;
import io.gpuaas.controlplane.entitlements.AppDirectory.KnownVersion;
import io.gpuaas.controlplane.entitlements.Entitlement.Allowed;
import io.gpuaas.controlplane.entitlements.Entitlements.Wish;
import io.gpuaas.controlplane.identity.Access;
import io.gpuaas.controlplane.identity.TenantPeople;
import io.gpuaas.controlplane.identity.TenantPeople.HeldRole;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.schema.Schema;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Finds the artifacts that a principal may use: those of versions that it may deploy in one of its projects at this
 * moment. Nothing is cached, so that a change of roles, entitlements, versions or suspensions counts at once.
 */
@Component
public class EntitledArtifacts {

    /** Of a tenant with more projects that use an app, the first ones decide. */
    private static final int PROJECTS_MAX = 1_000;

    private static final Schema NO_PARAMETERS =
            Schema.compile(Json.Obj.of(Map.of()), "/parameters").schema().orElseThrow();

    private final EntitlementStore store;
    private final EntitlementGrants grants;
    private final AppDirectory apps;
    private final TenantPeople people;
    private final Access access;

    EntitledArtifacts(
            EntitlementStore store, EntitlementGrants grants, AppDirectory apps, TenantPeople people, Access access) {
        this.store = store;
        this.grants = grants;
        this.apps = apps;
        this.people = people;
        this.access = access;
    }

    /** A project with those of the artifacts asked about that it may use. */
    public record EntitledProject(TenantId tenant, ProjectId project, Set<ArtifactId> artifacts) {

        public EntitledProject {
            artifacts = Set.copyOf(artifacts);
        }
    }

    /** Whether the app is enabled for any project of these tenants. It costs the same whether there is such an app or not. */
    public boolean isEnabledAnywhere(Collection<TenantId> tenants, String app) {
        return store.isEnabledAnywhere(tenants, app);
    }

    /** Decides project by project, as the stream is read. Tenants that are suspended get nothing. */
    public Stream<EntitledProject> projects(
            PrincipalId principal, Collection<TenantId> tenants, String app, Collection<ArtifactId> artifacts) {
        List<HeldRole> roles = people.rolesInForce(principal);
        return tenants.stream()
                .filter(tenant -> !access.suspended(tenant))
                .flatMap(tenant -> projects(
                        roles.stream()
                                .filter(role -> role.tenant().equals(tenant))
                                .toList(),
                        tenant,
                        app,
                        artifacts));
    }

    private Stream<EntitledProject> projects(
            List<HeldRole> roles, TenantId tenant, String app, Collection<ArtifactId> artifacts) {
        KnownApp known = apps.find(tenant, app).orElse(null);
        PlatformGrant platform = known == null ? null : grants.platform(tenant, known);
        List<ArtifactUse> uses = platform == null ? List.of() : apps.listUses(tenant, app, artifacts);
        if (roles.isEmpty() || uses.isEmpty()) {
            return Stream.empty();
        }
        return store.list(tenant, app, named(roles), PROJECTS_MAX).stream()
                .filter(enabled -> people.hasProject(tenant, enabled.projectId()))
                .map(enabled -> new EntitledProject(
                        tenant, enabled.projectId(), allowed(tenant, platform, enabled, uses, roles)))
                .filter(project -> !project.artifacts().isEmpty());
    }

    /** The projects to look at; null when a role counts in all of them. */
    private static @Nullable List<ProjectId> named(List<HeldRole> roles) {
        return roles.stream().anyMatch(role -> role.project() == null)
                ? null
                : roles.stream()
                        .flatMap(role -> Stream.ofNullable(role.project()))
                        .toList();
    }

    private Set<ArtifactId> allowed(
            TenantId tenant,
            @Nullable PlatformGrant platform,
            ProjectEntitlement enabled,
            List<ArtifactUse> uses,
            List<HeldRole> roles) {
        TenantGrant grant = EntitlementGrants.grant(enabled);
        List<String> names = roles.stream()
                .filter(role -> role.reaches(enabled.projectId()))
                .map(HeldRole::role)
                .toList();
        return uses.stream()
                .filter(use -> {
                    Schema parameters =
                            grant.overlay() == null ? NO_PARAMETERS : parameters(tenant, enabled.app(), use);
                    return names.stream()
                            .anyMatch(role -> Entitlements.decide(
                                            platform, grant, null, new Wish(use.version(), parameters, role))
                                    instanceof Allowed);
                })
                .map(ArtifactUse::artifact)
                .collect(Collectors.toUnmodifiableSet());
    }

    private Schema parameters(TenantId tenant, String app, ArtifactUse use) {
        return apps.findVersion(tenant, app, use.version().toString())
                .map(KnownVersion::parameters)
                .orElse(NO_PARAMETERS);
    }
}
