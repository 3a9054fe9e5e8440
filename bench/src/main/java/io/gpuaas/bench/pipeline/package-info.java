/** Benchmarks of the request pipeline and of authentication. */
@NullMarked
package io.gpuaas.bench.pipeline;

import org.jspecify.annotations.NullMarked;
