/**
 * Terminals: shells of people in their allocations (docs/adr/0016-terminals.md). This domain says who may have one and
 * for how long; the shell is the node's, and its bytes pass the gateway and never here.
 *
 * <p>Invariants: a terminal belongs to the person who opened it, in an allocation that is active; others come as guests
 * with a permission of their own and are seen; whoever connects shows a token that was made for them moments ago and
 * works once; the node is told nothing before that token is used; a
 * connection ends within five seconds of the terminal, the allocation or the person's right to it.
 */
@NullMarked
@ApplicationModule(displayName = "terminals and recordings")
package io.gpuaas.controlplane.terminal;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
