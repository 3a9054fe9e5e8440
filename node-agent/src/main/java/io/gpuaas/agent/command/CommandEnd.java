package io.gpuaas.agent.command;

import org.jspecify.annotations.Nullable;

/** How a command ended, and how many bytes of its output are kept. */
record CommandEnd(
        String state, @Nullable Integer code, @Nullable String reason, long stdout, long stderr, boolean truncated) {

    /** Of output that is shorter now than it was. */
    CommandEnd cutTo(long stdoutThere, long stderrThere) {
        boolean isCut = stdoutThere < stdout || stderrThere < stderr;
        return new CommandEnd(
                state, code, reason, Math.min(stdout, stdoutThere), Math.min(stderr, stderrThere), truncated || isCut);
    }

    static final String EXITED = "exited";
    static final String CANCELED = "canceled";
    static final String FAILED = "failed";
    static final String UNKNOWN = "unknown";

    static final String AGENT_STOPS = "agent_stops";
    static final String AGENT_ENDED = "agent_ended";
    static final String RELEASED = "released";
    static final String TIME_IS_UP = "time_is_up";
    static final String HOST_ERROR = "host_error";
    static final String NOT_STARTED = "not_started";
}
