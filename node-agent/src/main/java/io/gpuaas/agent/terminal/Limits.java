package io.gpuaas.agent.terminal;

import java.time.Duration;

/** How long a terminal lives at most, without anything happening in it, and without anybody there. */
record Limits(Duration life, Duration idle, Duration detached) {}
