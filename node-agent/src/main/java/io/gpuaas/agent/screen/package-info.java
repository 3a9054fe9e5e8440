/**
 * What a terminal shows, kept without a window: enough of a video terminal to know the screen a stream of bytes has
 * drawn, and to write bytes that draw it again (docs/adr/0016-terminals.md). Whatever the bytes are, memory is bounded
 * by the window and no byte is refused.
 *
 * <p>Deliberately absent: answers to programs' questions, which are the client's to give, and what has scrolled away.
 */
@NullMarked
package io.gpuaas.agent.screen;

import org.jspecify.annotations.NullMarked;
