package io.gpuaas.agent.journal;

/** In the order a task passes through them; one may be left out (a refused task never starts), none is gone back to. */
public enum State {
    ACCEPTED,
    STARTED,
    FINISHED,
    REPORTED
}
