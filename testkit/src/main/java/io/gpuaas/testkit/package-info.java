/**
 * Support for tests of all modules: finding the binaries of real servers, a record of what was tested against which
 * version, which {@code ./gpuaas test} prints at its end, and a clock that tests move.
 *
 * <p>Invariant: a test that could not run is never counted as passed. With {@code GPUAAS_REQUIRE_SERVERS=true} it
 * fails; otherwise it is listed with the reason.
 *
 * <p>Deliberately absent: Spring, and starting of servers. Each module starts its own.
 */
@NullMarked
package io.gpuaas.testkit;

import org.jspecify.annotations.NullMarked;
