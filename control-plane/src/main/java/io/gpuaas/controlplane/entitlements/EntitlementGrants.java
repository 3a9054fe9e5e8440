package io.gpuaas.controlplane.entitlements;

import io.gpuaas.api.AppEntitlement;
import io.gpuaas.api.DeployRole;
import io.gpuaas.api.EntitlementLevel;
import io.gpuaas.api.LockedParameter;
import io.gpuaas.api.ProjectEntitlement;
import io.gpuaas.api.SetProjectEntitlement;
import io.gpuaas.api.SetTenantEntitlement;
import io.gpuaas.api.TenantEntitlement;
import io.gpuaas.api.Violation;
import io.gpuaas.controlplane.entitlements.AppDirectory.KnownApp;
import io.gpuaas.controlplane.entitlements.AppDirectory.KnownVersion;
import io.gpuaas.controlplane.entitlements.Entitlement.Allowed;
import io.gpuaas.controlplane.entitlements.Entitlement.Level;
import io.gpuaas.controlplane.entitlements.Entitlement.Reason;
import io.gpuaas.controlplane.entitlements.Entitlement.Refused;
import io.gpuaas.controlplane.entitlements.Entitlements.Wish;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.identity.TenantPeople;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.events.ProjectEntitlementChanged;
import io.gpuaas.events.TenantEntitlementChanged;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.manifest.VersionRange;
import io.gpuaas.manifest.json.Bounds;
import io.gpuaas.manifest.json.CanonicalJson;
import io.gpuaas.manifest.json.DocumentException;
import io.gpuaas.manifest.json.Documents;
import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Grants apps to tenants and enables them for projects, and decides whether a caller may use one. */
@Component
class EntitlementGrants {

    private final EntitlementStore store;
    private final AppDirectory apps;
    private final TenantPeople people;
    private final Policies policies;
    private final Outbox outbox;
    private final Clock clock;

    EntitlementGrants(
            EntitlementStore store,
            AppDirectory apps,
            TenantPeople people,
            Policies policies,
            Outbox outbox,
            Clock clock) {
        this.store = store;
        this.apps = apps;
        this.people = people;
        this.policies = policies;
        this.outbox = outbox;
        this.clock = clock;
    }

    TenantEntitlement set(TenantId tenant, String app, SetTenantEntitlement command) {
        if (!apps.exists(app)) {
            throw EntitlementErrors.noApp();
        }
        VersionRange versions = range(command.versions());
        store.lock(tenant);
        long max = policies.effective(EntitlementPolicies.APPS_MAX, tenant, null);
        if (store.find(tenant, app).isEmpty() && store.count(tenant) >= max) {
            throw EntitlementErrors.tooMany("entitlements", max, EntitlementPolicies.APPS_MAX.name());
        }
        TenantEntitlement one = new TenantEntitlement(
                tenant,
                app,
                command.granted(),
                versions.toString(),
                Boolean.TRUE.equals(command.mayShareByLink()),
                Boolean.TRUE.equals(command.mayBePublic()),
                clock.instant(),
                Call.current().caller().id());
        store.set(one);
        outbox.append(new TenantEntitlementChanged(tenant, app, one.granted(), one.versions()));
        return one;
    }

    TenantEntitlement remove(TenantId tenant, String app) {
        store.lock(tenant);
        TenantEntitlement removed = store.find(tenant, app).orElseThrow(EntitlementErrors::noEntitlement);
        store.remove(tenant, app);
        outbox.append(new TenantEntitlementChanged(tenant, app, null, null));
        return removed;
    }

    ProjectEntitlement set(TenantId tenant, ProjectId project, String app, SetProjectEntitlement command) {
        requireGranted(tenant, app);
        return set(
                tenant,
                new ProjectEntitlement(
                        project,
                        app,
                        range(command.versions()).toString(),
                        command.overlay() == null ? null : overlay(tenant, app, command.overlay()),
                        command.instancesMax(),
                        command.gpusMax(),
                        command.roles() == null
                                ? List.of(DeployRole.values())
                                : command.roles().stream().distinct().sorted().toList(),
                        clock.instant(),
                        Call.current().caller().id()));
    }

    /** Enables every version for every role, unless the app is enabled already. */
    void enable(TenantId tenant, ProjectId project, String app) {
        requireGranted(tenant, app);
        if (store.find(project, app).isEmpty()) {
            set(
                    tenant,
                    new ProjectEntitlement(
                            project,
                            app,
                            VersionRange.ALL.toString(),
                            null,
                            null,
                            null,
                            List.of(DeployRole.values()),
                            clock.instant(),
                            Call.current().caller().id()));
        }
    }

    private ProjectEntitlement set(TenantId tenant, ProjectEntitlement one) {
        store.lock(tenant);
        long max = policies.effective(EntitlementPolicies.APPS_MAX, tenant, null);
        if (store.find(one.projectId(), one.app()).isEmpty() && store.count(one.projectId()) >= max) {
            throw EntitlementErrors.tooMany("apps in this project", max, EntitlementPolicies.APPS_MAX.name());
        }
        store.set(tenant, one);
        outbox.append(new ProjectEntitlementChanged(one.projectId(), tenant, one.app(), true));
        return one;
    }

    ProjectEntitlement remove(TenantId tenant, ProjectId project, String app) {
        store.lock(tenant);
        ProjectEntitlement removed = store.find(project, app).orElseThrow(EntitlementErrors::noEntitlement);
        store.remove(project, app);
        outbox.append(new ProjectEntitlementChanged(project, tenant, app, false));
        return removed;
    }

    /** Throws as if there were no app when the tenant cannot see it. */
    void requireGranted(TenantId tenant, String app) {
        KnownApp known = apps.find(tenant, app).orElseThrow(EntitlementErrors::noApp);
        PlatformGrant grant = platform(tenant, known);
        if (grant == null || !grant.isUsable()) {
            throw EntitlementErrors.noApp();
        }
    }

    @Nullable PlatformGrant platform(TenantId tenant, KnownApp app) {
        TenantEntitlement own = store.find(tenant, app.name()).orElse(null);
        if (own != null) {
            return new PlatformGrant(
                    own.granted(), VersionRange.parse(own.versions()), own.mayShareByLink(), own.mayBePublic());
        }
        return app.isOwn() || ProjectApps.arePublicAppsGranted(policies, tenant)
                ? new PlatformGrant(true, VersionRange.ALL, false, false)
                : null;
    }

    private static VersionRange range(String text) {
        return VersionRange.find(text.strip()).orElseThrow(EntitlementErrors::badRange);
    }

    /** Returns the overlay in canonical form, if it fits the version that is used by default. */
    private String overlay(TenantId tenant, String app, String text) {
        Json source = json(text);
        Schema overlay = compile(source);
        KnownVersion version = apps.findVersion(tenant, app, null).orElseThrow(EntitlementErrors::noVersion);
        Set<String> unknown = new TreeSet<>(overlay.names());
        unknown.removeAll(version.parameters().names());
        if (!unknown.isEmpty()) {
            throw EntitlementErrors.badOverlay(
                    "names parameters that " + version.version() + " does not have: " + String.join(", ", unknown));
        }
        return CanonicalJson.text(source);
    }

    private static Json json(String text) {
        try {
            return Documents.readJson(text.getBytes(StandardCharsets.UTF_8), Bounds.MANIFEST);
        } catch (DocumentException e) {
            throw EntitlementErrors.badOverlay(
                    List.of(new Violation("/overlay" + e.pointer(), String.valueOf(e.getMessage()))));
        }
    }

    private static Schema compile(Json source) {
        Schema.Compiled compiled = Schema.compile(source, "/overlay");
        return compiled.schema()
                .orElseThrow(() -> EntitlementErrors.badOverlay(compiled.problems().stream()
                        .map(problem -> new Violation(problem.pointer(), problem.sentence()))
                        .toList()));
    }

    /** Decides for the caller, under the role that permits most. */
    AppEntitlement decide(TenantId tenant, ProjectId project, String app, @Nullable String number) {
        KnownApp known = apps.find(tenant, app).orElseThrow(EntitlementErrors::noApp);
        KnownVersion version = apps.findVersion(tenant, app, number).orElseThrow(EntitlementErrors::noVersion);
        ProjectEntitlement enabled = store.find(project, app).orElse(null);
        Entitlement decision = decide(tenant, project, known, version, enabled);
        return switch (decision) {
            case Refused refused ->
                new AppEntitlement(
                        app,
                        version.version().toString(),
                        false,
                        refused.reason().name().toLowerCase(Locale.ROOT),
                        EntitlementLevel.fromWire(
                                refused.whoCanChangeIt().name().toLowerCase(Locale.ROOT)),
                        null,
                        null,
                        null,
                        null,
                        null);
            case Allowed allowed ->
                new AppEntitlement(
                        app,
                        version.version().toString(),
                        true,
                        null,
                        null,
                        allowed.versions().toString(),
                        enabled == null ? null : enabled.overlay(),
                        allowed.lockedParameters().entrySet().stream()
                                .map(one -> new LockedParameter(one.getKey(), one.getValue()))
                                .toList(),
                        allowed.limits().instancesMax(),
                        allowed.limits().gpusMax());
        };
    }

    private Entitlement decide(
            TenantId tenant,
            ProjectId project,
            KnownApp app,
            KnownVersion version,
            @Nullable ProjectEntitlement enabled) {
        if (version.isSuspended()) {
            return new Refused(Reason.VERSION_SUSPENDED, Level.OPERATOR);
        }
        if (version.isOver()) {
            return new Refused(Reason.VERSION_AFTER_SUNSET, Level.PUBLISHER);
        }
        PlatformGrant platform = platform(tenant, app);
        TenantGrant grant = enabled == null ? null : grant(enabled);
        Entitlement last = null;
        for (String role : roles(tenant, project)) {
            last = Entitlements.decide(platform, grant, null, new Wish(version.version(), version.parameters(), role));
            if (last instanceof Allowed) {
                return last;
            }
        }
        return last == null
                ? Entitlements.decide(platform, grant, null, new Wish(version.version(), version.parameters(), ""))
                : last;
    }

    private Set<String> roles(TenantId tenant, ProjectId project) {
        Caller caller = Call.current().caller();
        return caller.kind() == Caller.Kind.SERVICE_ACCOUNT
                ? Set.of(DeployRole.SERVICE_ACCOUNT.wire())
                : people.rolesReaching(caller.id(), tenant, project).stream()
                        .filter(role -> Arrays.stream(DeployRole.values())
                                .anyMatch(one -> one.wire().equals(role)))
                        .collect(Collectors.toSet());
    }

    static TenantGrant grant(ProjectEntitlement enabled) {
        return new TenantGrant(
                true,
                VersionRange.parse(enabled.versions()),
                enabled.overlay() == null ? null : compile(json(enabled.overlay())),
                enabled.instancesMax(),
                enabled.gpusMax(),
                null,
                enabled.roles().stream().map(DeployRole::wire).collect(Collectors.toSet()));
    }
}
