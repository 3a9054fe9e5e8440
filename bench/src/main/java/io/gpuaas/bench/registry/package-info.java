/** Benchmark of the OCI registry, beside Debian's docker-registry. */
@NullMarked
package io.gpuaas.bench.registry;

import org.jspecify.annotations.NullMarked;
