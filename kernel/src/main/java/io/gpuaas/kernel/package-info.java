/**
 * The words every program of GPUaaS shares: typed ids, error codes, correlation. JDK only.
 *
 * <p>Deliberately absent: anything that does input or output, and anything only one program needs.
 */
@NullMarked
package io.gpuaas.kernel;

import org.jspecify.annotations.NullMarked;
