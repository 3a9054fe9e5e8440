/**
 * Commands: programs of people without a terminal (docs/adr/0028-commands.md). A command lives longer than the
 * connections to it, and its output longer than the command.
 *
 * <p>Invariants: a command is on disk before its program starts and is started by nobody who finds it there; what it
 * printed is in a file before anybody is sent it; files of all commands together are bounded; with the end of the
 * program everything it left running ends.
 */
@NullMarked
package io.gpuaas.agent.command;

import org.jspecify.annotations.NullMarked;
