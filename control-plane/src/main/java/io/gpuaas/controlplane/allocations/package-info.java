/**
 * Allocations: the capacity a project holds, from the request to its proven release
 * (docs/adr/0012-capacity-and-allocations.md, docs/how-to/allocations.md).
 *
 * <p>To follow "release an allocation" read down: {@code AllocationsHandler.releaseAllocation}, {@link
 * io.gpuaas.controlplane.allocations.Allocations}{@code .release}, {@code LifecycleSteps.release}, {@code
 * AllocationStateMachine}, {@code Timeline}; then, woken by {@code drivers}, {@code Advance}, {@code Lifecycle} with
 * {@code PhasePlan} decides the {@code NextStep}, {@code LifecycleSteps} takes it, {@code HostWork} gives the node its
 * task, and {@code TaskEnds} wakes the lifecycle when the node has answered.
 *
 * <p>Invariants: a state moves only through {@code AllocationStateMachine} and under the version that was read; a lease
 * is taken in the transaction that leaves {@code queued} or creates, and ended in the one that makes an allocation
 * final; {@code active} needs the node's report that the login exists and that the driver shows exactly the leased
 * GPUs; every event is one row of the timeline, and their numbers are dense.
 *
 * <p>Deliberately absent: where something fits (inventory), what it costs (offerings), how a host carries out tasks
 * (nodes), and anything that waits inside a transaction.
 */
@NullMarked
@ApplicationModule(displayName = "what projects hold")
package io.gpuaas.controlplane.allocations;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
