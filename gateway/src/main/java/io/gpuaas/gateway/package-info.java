/**
 * The gateway: the place where people and nodes meet, because neither can dial the other (docs/adr/0014-gateway.md).
 *
 * <p>Invariants: a reader is let in by a token the control plane has consumed, from an allowed origin; a node by its
 * certificate, to its own stream. Of each direction of a stream a bounded part is held here (Side), so that a reader who
 * stops stops the node and not this program. What a node said before it left reaches the reader. Keys and certificates are in memory only.
 *
 * <p>Deliberately absent: a database, any knowledge of what the bytes mean, retries of a stream that broke.
 */
@NullMarked
package io.gpuaas.gateway;

import org.jspecify.annotations.NullMarked;
