package io.gpuaas.agent.terminal;

import io.gpuaas.agent.task.TerminalTasks.OpenTerminal;
import java.util.UUID;

/** Builds the control plane's tasks to open terminals. */
final class OpenTasks {

    private static final int SECONDS = 600;

    private OpenTasks() {}

    static OpenTerminal begin(UUID terminal, UUID allocation, String username) {
        return new OpenTerminal(
                terminal,
                UUID.randomUUID(),
                allocation,
                "wss://gateway",
                username,
                true,
                SECONDS,
                SECONDS,
                SECONDS,
                null,
                null,
                null,
                null,
                null);
    }
}
