/**
 * Entitlements: which versions of an app a project may use, and within which limits. The platform grants an app to a tenant,
 * the tenant enables it for a project; {@link io.gpuaas.controlplane.entitlements.Entitlements} decides over both.
 *
 * <p>Invariants: each level can only narrow the one above; a refusal names the level that can change it; members ask for an
 * app, and only people who could enable it decide the request.
 *
 * <p>Deliberately absent: apps and versions, which the catalogue knows; running instances, which no change here stops.
 */
@NullMarked
@ApplicationModule(displayName = "rights to use apps")
package io.gpuaas.controlplane.entitlements;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
