/**
 * Thousands of nodes in one process, for benchmarks and demonstrations: each with its own key,
 * certificate and HTTP/2 connection, speaking the protocol of real agents.
 *
 * <p>Deliberately absent: anything a host would really do. What a task asks for is answered after a
 * moment, and nothing is kept on disk: a fleet ends with its process.
 */
@NullMarked
package io.gpuaas.fleet;

import org.jspecify.annotations.NullMarked;
