package io.gpuaas.controlplane.terminal;

import org.jspecify.annotations.Nullable;

/** The reason why a terminal ended, if one was reported, and the exit code of a shell that ended by itself. */
public record TerminalEnd(@Nullable String reason, @Nullable Integer exitCode) {

    static final TerminalEnd UNKNOWN = new TerminalEnd(null, null);
    static final TerminalEnd CLOSED = new TerminalEnd("closed", null);
    static final TerminalEnd HOST_LOST = new TerminalEnd("host_lost", null);
    static final TerminalEnd RELEASED = new TerminalEnd("released", null);
    static final TerminalEnd TIME_IS_UP = new TerminalEnd("time_is_up", null);
}
