/**
 * Keeps the screen of a terminal without a window: interprets a stream of bytes as a video terminal does, and writes
 * bytes that draw the same screen again (docs/adr/0016-terminals.md), with the newest lines that scrolled away. Accepts
 * any byte; memory is bounded by the size of the window and of the scrollback.
 *
 * <p>Deliberately absent: answers to queries of programs, which the client gives.
 */
@NullMarked
package io.gpuaas.agent.screen;

import org.jspecify.annotations.NullMarked;
