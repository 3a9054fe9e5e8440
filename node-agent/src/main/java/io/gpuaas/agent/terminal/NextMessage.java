package io.gpuaas.agent.terminal;

import java.nio.ByteBuffer;

/** The next message to a client. */
sealed interface NextMessage {

    record Word(String text, boolean isLast) implements NextMessage {}

    record Bytes(ByteBuffer bytes) implements NextMessage {}

    /** For the gateway alone, in a pong. */
    record Aside(ByteBuffer bytes) implements NextMessage {}
}
