/** The parts that benchmarks share: processes, the database, requests, options, figures. */
@NullMarked
package io.gpuaas.bench.kit;

import org.jspecify.annotations.NullMarked;
