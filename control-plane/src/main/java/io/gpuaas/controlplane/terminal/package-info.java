/**
 * Terminals: shells of people in their allocations (docs/adr/0016-terminals.md). This domain decides who may open one
 * and for how long; the shell runs on the node, and its bytes pass through the gateway and never through the control
 * plane.
 *
 * <p>Invariants: a terminal belongs to the person who opened it, in an allocation that is active; others join as
 * visible guests with a permission of their own; every connection needs a fresh single-use token; the node gets no task
 * before that token is used; a connection ends within five seconds of the terminal, the allocation or the person's
 * right to it.
 */
@NullMarked
@ApplicationModule(displayName = "terminals and recordings")
package io.gpuaas.controlplane.terminal;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
