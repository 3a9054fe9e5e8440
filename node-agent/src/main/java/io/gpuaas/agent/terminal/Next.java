package io.gpuaas.agent.terminal;

import java.nio.ByteBuffer;

/** The next message to a client. */
sealed interface Next {

    record Word(String text, boolean isLast) implements Next {}

    record Bytes(ByteBuffer bytes) implements Next {}

    /** For the gateway alone, in a pong. */
    record Aside(ByteBuffer bytes) implements Next {}
}
