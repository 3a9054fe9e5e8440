/**
 * Limits that hold over all processes of an installation: buckets of tokens, and throttles that make guessing slower.
 *
 * <p>Invariants: all processes together never take more from a shared bucket than it holds. A process leases tokens in
 * batches, so that most requests need no call; small limits are leased one at a time. While the shared store does not
 * answer, each process keeps to the same limit by itself, and a gauge says so: every request is counted.
 *
 * <p>Deliberately absent: the limits themselves. Callers bring a key and a limit.
 */
@NullMarked
@ApplicationModule(displayName = "limits shared by all processes")
package io.gpuaas.controlplane.limits;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
