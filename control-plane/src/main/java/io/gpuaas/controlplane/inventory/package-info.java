/**
 * Finds and leases capacity: slots derived from nodes' topology, leases of slots, and the decision where a request fits
 * (docs/adr/0012-capacity-and-allocations.md).
 *
 * <p>Invariants: a part of a slot has one live lease at most, which the database enforces; a slot's taken parts equal
 * its live leases; a slot is leased only while its node is ready and its GPU works; deciding is a pure function of the
 * slots and the request.
 *
 * <p>Deliberately absent: the use of a lease, which belongs to allocations.
 */
@NullMarked
@ApplicationModule(displayName = "slots, leases, placement")
package io.gpuaas.controlplane.inventory;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
