/**
 * The catalogue: apps, their versions and channels, the review of versions, and suspensions.
 *
 * <p>Invariants: a version that was submitted never changes its content; its artifacts were published for the same app;
 * other tenants see a version only after somebody outside the publisher's tenant has approved exactly its content;
 * {@link io.gpuaas.controlplane.catalogue.VersionTransition} has every change of a state.
 *
 * <p>Deliberately absent: the content of artifacts and the trust in them, which are the package artifacts'; running apps.
 */
@NullMarked
@ApplicationModule(displayName = "apps and reviews")
package io.gpuaas.controlplane.catalogue;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
