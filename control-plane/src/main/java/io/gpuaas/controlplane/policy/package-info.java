/**
 * Policies: typed settings with defaults and bounds, overridden global → tenant → project.
 *
 * <p>Invariants: every key is declared once, by the domain that reads it ({@link
 * io.gpuaas.controlplane.policy.PolicyDeclarations}); a value out of its bounds is never stored and never used;
 * every process receives a change by event, and sees it at the latest after the cache time.
 */
@NullMarked
@ApplicationModule(displayName = "typed keys, overrides, values in force")
package io.gpuaas.controlplane.policy;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
