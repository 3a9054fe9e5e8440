/** Benchmarks of nodes and their agents: an idle fleet, dispatching, tasks under kills. */
@NullMarked
package io.gpuaas.bench.fleet;

import org.jspecify.annotations.NullMarked;
