/**
 * Publishers and their artifacts: a tenant announces artifacts in a publish intent, pushes them to the intent's own
 * repository with any OCI client, and completes the intent, which checks and publishes all of them or none.
 *
 * <p>Invariants: a namespace belongs to one tenant for good; an artifact is named by a digest and never changes; what was
 * not published cannot be pulled by anyone but the intent's own credential; completing is one transaction.
 *
 * <p>Deliberately absent: bytes, which are the registry's; verification of signatures and changes of promotion; the
 * catalogue of apps.
 */
@NullMarked
@ApplicationModule(displayName = "publishers, publish intents, artifacts")
package io.gpuaas.controlplane.artifacts;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
