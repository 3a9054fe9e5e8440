/**
 * Terminals: shells of people on pseudo terminals of the host (docs/adr/0016-terminals.md). A terminal lives longer than
 * the connections to it: who comes back goes on at the byte where they left.
 *
 * <p>Invariants: of what a terminal printed at most a ring is kept; as long as somebody holds the keyboard nothing they
 * have not received is overwritten, so one who stops reading stops the program and not the memory; one who only watches
 * stops nobody. At most one connection writes. Time limits are kept by this program's own clock. Nothing here changes
 * its user: programs of the host do.
 *
 * <p>Deliberately absent: what the bytes mean, other than for the picture of the screen.
 */
@NullMarked
package io.gpuaas.agent.terminal;

import org.jspecify.annotations.NullMarked;
