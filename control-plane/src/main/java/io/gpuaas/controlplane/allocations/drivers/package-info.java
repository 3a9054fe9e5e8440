/**
 * Wakes the lifecycle of allocations: timers in PostgreSQL by default, Temporal workflows when configured. Both call
 * {@link io.gpuaas.controlplane.allocations.Advance}, which decides what happens next.
 */
@NullMarked
package io.gpuaas.controlplane.allocations.drivers;

import org.jspecify.annotations.NullMarked;
