/** Benchmarks of the command line and the console. */
@NullMarked
package io.gpuaas.bench.clients;

import org.jspecify.annotations.NullMarked;
