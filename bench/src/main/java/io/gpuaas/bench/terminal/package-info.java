/** Benchmarks of terminals: throughput and echo beside other programs, many sessions, recordings under kills. */
@NullMarked
package io.gpuaas.bench.terminal;

import org.jspecify.annotations.NullMarked;
