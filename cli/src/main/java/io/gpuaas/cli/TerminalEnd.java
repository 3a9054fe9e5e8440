package io.gpuaas.cli;

import org.jspecify.annotations.Nullable;

/** Why a terminal ended, in a few words for people. */
final class TerminalEnd {

    private TerminalEnd() {}

    static @Nullable String phrase(@Nullable String reason, @Nullable Integer exitCode) {
        return switch (reason) {
            case null -> null;
            case "exited" -> exitCode == null ? "shell exited" : "shell exited (" + exitCode + ")";
            case "idle" -> "idle too long";
            case "detached" -> "nobody connected for too long";
            case "agent_ended", "agent_stops" -> "the host's agent restarted";
            case "recording_failed" -> "could not be recorded";
            default -> reason.replace('_', ' ');
        };
    }
}
