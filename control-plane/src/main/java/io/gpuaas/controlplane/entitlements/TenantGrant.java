package io.gpuaas.controlplane.entitlements;

import io.gpuaas.manifest.VersionRange;
import io.gpuaas.manifest.schema.Schema;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A tenant's grant of an app to a project. An absent limit or overlay narrows nothing. */
public record TenantGrant(
        boolean isEnabled,
        VersionRange versions,
        @Nullable Schema overlay,
        @Nullable Integer instancesMax,
        @Nullable Integer gpusMax,
        @Nullable Long monthlyNanosMax,
        Set<String> rolesThatMayDeploy) {

    public TenantGrant {
        rolesThatMayDeploy = Set.copyOf(rolesThatMayDeploy);
    }
}
