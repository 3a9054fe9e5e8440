package io.gpuaas.controlplane.entitlements;

import io.gpuaas.manifest.VersionRange;
import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.schema.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The outcome of {@link Entitlements#decide}. */
public sealed interface Entitlement {

    /** The project may use the app. {@code parameters} checks values; {@code lockedParameters} have one value each. */
    record Allowed(
            VersionRange versions,
            Schema parameters,
            Map<String, String> lockedParameters,
            Json.Obj defaults,
            Limits limits)
            implements Entitlement {}

    record Refused(Reason reason, Level whoCanChangeIt) implements Entitlement {}

    record Limits(
            @Nullable Integer instancesMax,
            @Nullable Integer gpusMax,
            @Nullable Long monthlyNanosMax,
            boolean mayShareByLink,
            boolean mayBePublic) {}

    enum Reason {
        VERSION_SUSPENDED,
        VERSION_AFTER_SUNSET,
        NOT_GRANTED_TO_TENANT,
        NOT_ENABLED_FOR_PROJECT,
        VERSION_OUTSIDE_PLATFORM_RANGE,
        VERSION_OUTSIDE_TENANT_RANGE,
        ROLE_MAY_NOT_DEPLOY,
        OVERLAY_DOES_NOT_FIT,
        DEFAULT_NOT_ALLOWED
    }

    /** The people who can change a refusal. */
    enum Level {
        OPERATOR,
        PUBLISHER,
        TENANT_ADMIN,
        PROJECT_ADMIN
    }
}
