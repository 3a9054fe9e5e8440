/**
 * Lets tests run against real servers: finds the binaries, and records what was tested against which
 * version. {@code ./gpuaas test} prints that record at its end.
 *
 * <p>Invariant: a test that could not run is never counted as passed. With {@code GPUAAS_REQUIRE_SERVERS=true} it
 * fails; otherwise it is listed with the reason.
 *
 * <p>Deliberately absent: Spring, and starting of servers. Each module starts its own.
 */
@NullMarked
package io.gpuaas.testkit;

import org.jspecify.annotations.NullMarked;
