/**
 * What a project holds: capacity from the request to its proven end (docs/adr/0012-capacity-and-allocations.md,
 * docs/how-to/allocations.md).
 *
 * <p>To follow "release an allocation" read down: {@code AllocationsHandler}, {@link
 * io.gpuaas.controlplane.allocations.Allocations}, {@code AllocationStateMachine}, {@code Advance}, {@code Lifecycle}.
 *
 * <p>Invariants: a state moves only through {@code AllocationStateMachine} and under the version that was read; a lease
 * is taken in the transaction that leaves {@code queued} or creates, and ended in the one that makes an allocation
 * final; {@code active} needs the node's word that the login is there and that the driver shows exactly the leased
 * GPUs; every event is one row of the timeline, and their numbers are dense.
 *
 * <p>Deliberately absent: where something fits (inventory), what it costs (offerings), how a host does what it is told
 * (nodes), and anything that waits inside a transaction.
 */
@NullMarked
package io.gpuaas.controlplane.allocations;

import org.jspecify.annotations.NullMarked;
