package io.gpuaas.agent.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a person's shell is started: a command that changes to the right user by itself, all of its environment, and who
 * the terminal belongs to when that is another user than the agent's.
 */
public record Shell(
        List<String> command,
        Map<String, String> environment,
        Path folder,
        @Nullable Integer terminalOwner) {

    /** What every host starts for a person, in front of it what makes it theirs. */
    static final List<String> LOGIN = List.of("/bin/bash", "-l");

    private static final String SEARCH_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    public Shell {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** Another program than the shell, as the same user, in the same place and with the same limits. */
    public Shell running(List<String> program) {
        int front = command.size() - LOGIN.size();
        if (front < 0 || !command.subList(front, command.size()).equals(LOGIN)) {
            throw new IllegalStateException("this shell is no login: " + command);
        }
        List<String> changed = new ArrayList<>(command.subList(0, front));
        changed.addAll(program);
        return new Shell(changed, environment, folder, terminalOwner);
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
