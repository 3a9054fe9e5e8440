package io.gpuaas.cli.terminal;

import org.jspecify.annotations.Nullable;

/** Describes why a terminal ended. */
final class TerminalEnd {

    private TerminalEnd() {}

    static @Nullable String phrase(@Nullable String reason, @Nullable Integer exitCode) {
        return switch (reason) {
            case null -> null;
            case "exited" -> exitCode == null ? "shell exited" : "shell exited (" + exitCode + ")";
            case "idle" -> "idle for too long";
            case "detached" -> "disconnected for too long";
            case "agent_ended", "agent_stops" -> "node agent restarted";
            case "recording_failed" -> "recording failed";
            default -> reason.replace('_', ' ');
        };
    }
}
