/**
 * Commands: programs that people run in their allocations without a terminal (docs/adr/0028-commands.md). The node runs
 * them and keeps what they print; this package says who may start them, what became of them, and keeps their output.
 *
 * <p>Invariants: one command is one task that is sent once, so a command is started once or never; the node's word
 * about an end counts, and where there is none the command is unknown; output is stored without gaps.
 */
@NullMarked
package io.gpuaas.controlplane.terminal.commands;

import org.jspecify.annotations.NullMarked;
