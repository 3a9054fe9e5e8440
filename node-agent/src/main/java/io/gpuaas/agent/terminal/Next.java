package io.gpuaas.agent.terminal;

import java.nio.ByteBuffer;

/** What a client is sent next. */
sealed interface Next {

    record Word(String text, boolean isLast) implements Next {}

    record Bytes(ByteBuffer bytes) implements Next {}

    /** For the gateway alone, in a pong. */
    record Aside(ByteBuffer bytes) implements Next {}
}
