/**
 * Live events, summary figures and the background work of all processes, for operators.
 *
 * <p>Invariants: a process keeps a bounded number of the newest events in memory; a client that was away too long, or
 * was connected to another process, is notified of the gap.
 *
 * <p>Deliberately absent: the contents of events. A stream says what changed; its current
 * state, and the figures, come from the domain it belongs to.
 */
@NullMarked
@ApplicationModule(displayName = "figures and live events for operators")
package io.gpuaas.controlplane.operations;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
