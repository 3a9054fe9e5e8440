/**
 * Gateways and the streams they carry (docs/adr/0014-gateway.md). A gateway is a program of its own without a database;
 * it dials a listener of its own here and asks what it may do.
 *
 * <p>Invariants: a token opens one stream once, at one gateway, shortly after it was made, and is kept as a digest; a
 * node joins only a stream that is its own, under a certificate that counts at that moment; what has ended, or whose
 * reader lost access, is hung up on within five seconds.
 *
 * <p>Deliberately absent: the bytes of a stream, which never pass here.
 */
@NullMarked
@ApplicationModule(displayName = "gateways, streams and their tokens")
package io.gpuaas.controlplane.gateways;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
