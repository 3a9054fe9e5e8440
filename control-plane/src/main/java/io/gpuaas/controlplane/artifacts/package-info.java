/**
 * Publishers and their artifacts: a tenant announces artifacts in a publish intent, pushes them to the intent's own
 * repository with any OCI client, and completes the intent, which checks and publishes all of them or none. Signatures
 * are verified against the publisher's keys, operators promote and revoke, and {@link
 * io.gpuaas.controlplane.artifacts.Launches} decides what may run.
 *
 * <p>Invariants: a namespace belongs to one tenant for good; an artifact is named by a digest and never changes; what was
 * not published cannot be pulled by anyone but the intent's own credential; completing is one transaction; a revoked key
 * or digest counts from the commit of its revocation, and nothing is launched or pulled after it.
 *
 * <p>Deliberately absent: bytes, which are the registry's; the mathematics of signatures, which are those of the package trust;
 * the catalogue of apps.
 */
@NullMarked
@ApplicationModule(displayName = "publishers, publish intents, artifacts")
package io.gpuaas.controlplane.artifacts;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
