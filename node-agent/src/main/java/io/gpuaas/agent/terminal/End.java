package io.gpuaas.agent.terminal;

import org.jspecify.annotations.Nullable;

/** Why a terminal is over; with the exit code when its shell ended by itself. */
record End(String reason, @Nullable Integer code) {

    static final End GONE = new End("gone", null);
    static final End CLOSED = new End("closed", null);
    static final End RELEASED = new End("released", null);
    static final End TIME_IS_UP = new End("time_is_up", null);
    static final End IDLE = new End("idle", null);
    static final End DETACHED = new End("detached", null);
    static final End AGENT_STOPS = new End("agent_stops", null);
    static final End AGENT_ENDED = new End("agent_ended", null);
    static final End RECORDING_FAILED = new End("recording_failed", null);
    static final End BROKEN = new End("broken", null);

    static End exited(int code) {
        return new End("exited", code);
    }
}
