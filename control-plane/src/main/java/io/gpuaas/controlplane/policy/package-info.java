/**
 * Policies: typed settings with defaults and bounds, overridden global → tenant → project.
 *
 * <p>Invariants: every key stands in {@link io.gpuaas.controlplane.policy.PolicyKeys}; a value out of
 * its bounds is never stored and never used; a change is heard by every process and at the latest
 * seen after the cache time.
 */
@NullMarked
@ApplicationModule(displayName = "typed keys, overrides, values in force")
package io.gpuaas.controlplane.policy;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
