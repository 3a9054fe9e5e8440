package io.gpuaas.agent.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a program of a person is started, mostly their shell: a command that changes to the right user by itself, all of
 * its environment, who the terminal belongs to when that is another user than the agent's, and whether the host's
 * systemd starts it, in a service of its own.
 */
public record Shell(
        List<String> command,
        Map<String, String> environment,
        Path folder,
        @Nullable Integer terminalOwner,
        boolean hasOwnUnit) {

    private static final String SEARCH_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    public Shell {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** A child of the agent. */
    public Shell(List<String> command, Map<String, String> environment, Path folder, @Nullable Integer terminalOwner) {
        this(command, environment, folder, terminalOwner, false);
    }

    /** Nothing of the agent's own environment is among it. */
    static Map<String, String> environment(String username, String home) {
        return Map.of(
                "PATH",
                SEARCH_PATH,
                "HOME",
                home,
                "USER",
                username,
                "LOGNAME",
                username,
                "SHELL",
                "/bin/bash",
                "TERM",
                "xterm-256color",
                "COLORTERM",
                "truecolor",
                "LANG",
                "C.UTF-8");
    }
}
