/**
 * Streams to a gateway. The reader at the other end says how much may be sent; the agent sends no more, and ends the
 * stream by its own clock.
 */
@NullMarked
package io.gpuaas.agent.stream;

import org.jspecify.annotations.NullMarked;
