/**
 * Commands that work inside an allocation: terminals, recordings, ssh and file copies. {@code TerminalCommand}
 * connects the local terminal ({@code RawMode}, {@code Keyboard}, {@code Screen}) with the remote one and survives
 * lost connections ({@code Reconnecting}).
 */
@NullMarked
package io.gpuaas.cli.terminal;

import org.jspecify.annotations.NullMarked;
