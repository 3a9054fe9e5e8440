/** Benchmarks of allocations: cycles and their floor, placement, allocations under kills. */
@NullMarked
package io.gpuaas.bench.allocations;

import org.jspecify.annotations.NullMarked;
