package io.gpuaas.controlplane.entitlements;

import io.gpuaas.controlplane.entitlements.Entitlement.Allowed;
import io.gpuaas.controlplane.entitlements.Entitlement.Level;
import io.gpuaas.controlplane.entitlements.Entitlement.Limits;
import io.gpuaas.controlplane.entitlements.Entitlement.Reason;
import io.gpuaas.controlplane.entitlements.Entitlement.Refused;
import io.gpuaas.manifest.SemVer;
import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides whether a project may use a version of an app. */
public final class Entitlements {

    private Entitlements() {}

    /** The version that somebody with a role asks for, and the parameters of its manifest. */
    public record Wish(SemVer version, Schema parameters, String role) {}

    public static Entitlement decide(
            @Nullable PlatformGrant platform,
            @Nullable TenantGrant tenant,
            @Nullable ProjectChoice project,
            Wish wish) {
        if (platform == null || !platform.isUsable()) {
            return new Refused(Reason.NOT_GRANTED_TO_TENANT, Level.OPERATOR);
        }
        if (!platform.versions().contains(wish.version())) {
            return new Refused(Reason.VERSION_OUTSIDE_PLATFORM_RANGE, Level.OPERATOR);
        }
        if (tenant == null || !tenant.isEnabled()) {
            return new Refused(Reason.NOT_ENABLED_FOR_PROJECT, Level.TENANT_ADMIN);
        }
        if (!tenant.versions().contains(wish.version())) {
            return new Refused(Reason.VERSION_OUTSIDE_TENANT_RANGE, Level.TENANT_ADMIN);
        }
        if (!tenant.rolesThatMayDeploy().contains(wish.role())) {
            return new Refused(Reason.ROLE_MAY_NOT_DEPLOY, Level.TENANT_ADMIN);
        }
        return narrowed(platform, tenant, project, wish);
    }

    private static Entitlement narrowed(
            PlatformGrant platform, TenantGrant tenant, @Nullable ProjectChoice project, Wish wish) {
        Schema parameters = wish.parameters();
        Schema overlay = tenant.overlay();
        if (overlay != null) {
            // An overlay was written for an older version; one that no longer fits must not be ignored.
            if (!parameters.names().containsAll(overlay.names())) {
                return new Refused(Reason.OVERLAY_DOES_NOT_FIT, Level.TENANT_ADMIN);
            }
            parameters = parameters.allOf(overlay);
        }
        Json.Obj defaults = project == null ? Json.Obj.of(Map.of()) : project.defaults();
        Map<String, Json> kept = new LinkedHashMap<>();
        for (Map.Entry<String, Json> one : defaults.members().entrySet()) {
            if (!parameters.accepts(one.getKey(), one.getValue())) {
                return new Refused(Reason.DEFAULT_NOT_ALLOWED, Level.PROJECT_ADMIN);
            }
            kept.put(one.getKey(), one.getValue());
        }
        return new Allowed(
                platform.versions().and(tenant.versions()),
                parameters,
                parameters.lockedValues(),
                Json.Obj.of(kept),
                new Limits(
                        tenant.instancesMax(),
                        tenant.gpusMax(),
                        tenant.monthlyNanosMax(),
                        platform.mayShareByLink() && project != null && project.allowsLinks(),
                        platform.mayBePublic() && project != null && project.allowsPublic()));
    }
}
