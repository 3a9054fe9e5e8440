/**
 * The consequences of one request: audit rows, events, dead letters and node tasks under its correlation id.
 *
 * <p>Invariants: it only reads, and every list it reads is bounded. A tenant or project sees what was done in it, and
 * of hosts only the names and states of tasks.
 *
 * <p>Deliberately absent: a table of its own. Each domain finds its part; events, which have no index for it, are
 * looked for only around the times the other parts name.
 */
@NullMarked
@ApplicationModule(displayName = "everything a correlation id led to")
package io.gpuaas.controlplane.traces;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
