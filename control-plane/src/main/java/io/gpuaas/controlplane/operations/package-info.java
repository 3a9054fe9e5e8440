/**
 * What happens on the platform, told to operators as it happens, and how everything is, in a few figures.
 *
 * <p>Invariants: a process keeps a bounded number of the newest events in memory; who was away too long, or was
 * connected to another process, is told so instead of being left to believe that nothing happened.
 *
 * <p>Deliberately absent: a table of its own, and the contents of events. A stream says what changed; what it is now is
 * asked of the domain it belongs to, and figures come from there too.
 */
@NullMarked
@ApplicationModule(displayName = "figures and live events for operators")
package io.gpuaas.controlplane.operations;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
