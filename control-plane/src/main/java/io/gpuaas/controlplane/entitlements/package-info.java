/**
 * Entitlements: which versions of an app a project may use, and within which limits. One pure decision over the grants of
 * platform, tenant and project.
 *
 * <p>Invariants: each level can only narrow the one above; a refusal names the level that can change it.
 *
 * <p>Deliberately absent: storage and requests for entitlements.
 */
@NullMarked
@ApplicationModule(displayName = "who may use which versions of an app")
package io.gpuaas.controlplane.entitlements;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
