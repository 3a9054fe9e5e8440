/**
 * Benchmarks of the control plane as its users run it: real processes, over HTTP, on a PostgreSQL with
 * durable settings.
 *
 * <p>Invariants: every figure that is judged is a ratio to what PostgreSQL alone did in the same run
 * on the same machine; a benchmark checks what it wrote before it believes its own figure; what a
 * benchmark started is stopped and removed however it ends.
 *
 * <p>Deliberately absent: microbenchmarks, and access to anything of the control plane that is not
 * public.
 */
@NullMarked
package io.gpuaas.bench;

import org.jspecify.annotations.NullMarked;
