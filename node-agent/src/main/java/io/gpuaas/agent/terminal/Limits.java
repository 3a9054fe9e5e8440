package io.gpuaas.agent.terminal;

import java.time.Duration;

/**
 * How long a terminal lives at most, without anything happening in it, and without anybody there; and how long a
 * connection may be silent before it counts as lost. Gateways ping three times within that.
 */
record Limits(Duration life, Duration idle, Duration detached, Duration silence) {

    static final Duration SILENCE = Duration.ofMinutes(1);

    Limits(Duration life, Duration idle, Duration detached) {
        this(life, idle, detached, SILENCE);
    }
}
