package io.gpuaas.controlplane.entitlements;

import io.gpuaas.manifest.VersionRange;

/** The operator's grant of an app to a tenant. */
public record PlatformGrant(boolean isUsable, VersionRange versions, boolean mayShareByLink, boolean mayBePublic) {}
