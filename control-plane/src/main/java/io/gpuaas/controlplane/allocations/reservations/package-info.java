/**
 * Reservations: capacity promised for a later window. Allocations see them through {@link
 * io.gpuaas.controlplane.allocations.Promises}; whether one fits is decided by {@link
 * io.gpuaas.controlplane.allocations.PromisedCapacity}, beside everything else that wants the same GPUs.
 *
 * <p>Invariant: a planned reservation becomes one allocation when its window begins, or it is marked as missed with the
 * reason.
 */
@NullMarked
package io.gpuaas.controlplane.allocations.reservations;

import org.jspecify.annotations.NullMarked;
