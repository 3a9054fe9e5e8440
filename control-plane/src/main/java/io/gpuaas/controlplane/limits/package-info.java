/**
 * Limits that hold over all processes of an installation: buckets of tokens, and throttles that make guessing slower.
 *
 * <p>Invariants: what a shared bucket gave out over all processes is never more than it holds. A process leases tokens in
 * batches, so that most requests ask nobody; small limits are leased one at a time. While the shared store does not
 * answer, each process keeps to the same limit by itself, and a gauge says so: nothing is let through uncounted.
 *
 * <p>Deliberately absent: who is limited to what. Callers bring a key and a limit.
 */
@NullMarked
@ApplicationModule(displayName = "limits shared by all processes")
package io.gpuaas.controlplane.limits;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
