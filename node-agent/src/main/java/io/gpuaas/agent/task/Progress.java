package io.gpuaas.agent.task;

import io.gpuaas.agent.wire.TaskKey;

/** How work in hand tells where it is. Neither method waits or fails: a slow server must not slow the host. */
public interface Progress {

    TaskKey key();

    void phase(String phase, String message);

    void log(String line);
}
