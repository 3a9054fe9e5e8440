/**
 * GPUaaS for Java programs. Start at {@link GpuaasClient}.
 *
 * <p>The calls and records are generated from the contract; {@link Transport} sends every one of them, so that
 * credentials, idempotency keys, retries, bounds and errors are dealt with in one place.
 *
 * <p>Deliberately absent: caching, a second, asynchronous copy of every call ({@link GpuaasClient#async} begins any of
 * them), and retries of calls whose outcome is unknown.
 */
@NullMarked
package io.gpuaas.sdk;

import org.jspecify.annotations.NullMarked;
