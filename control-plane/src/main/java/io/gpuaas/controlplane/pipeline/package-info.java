/**
 * The one pipeline every API request goes through:
 *
 * <pre>
 * correlation -> authenticate -> authorize(scope) -> rate limit -> idempotency claim
 *             -> ONE transaction { handler, audit row, outbox rows, stored response } -> response
 * </pre>
 *
 * <p>Invariants: the rules come from the contract ({@code x-gpuaas}, as {@link
 * io.gpuaas.api.ContractOperation}); a handler without them stops the start; a handler that throws
 * leaves no row behind; every error that leaves is an RFC 9457 problem.
 *
 * <p>Deliberately absent: knowledge of any single operation.
 */
@NullMarked
@ApplicationModule(displayName = "the path of a request")
package io.gpuaas.controlplane.pipeline;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
