package io.gpuaas.agent.terminal;

import io.gpuaas.agent.host.Shell;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Starts shells on pseudo terminals. */
final class ShellProcess {

    private ShellProcess() {}

    /**
     * A new session, whose first process opens the terminal and thereby makes it the one that controls the session. An
     * agent that was started in the background ignores SIGINT, and so would everything in the shell: Ctrl-C would do
     * nothing.
     */
    static Process start(Shell shell, Pty near, UUID terminal, UUID allocation) throws IOException {
        if (shell.terminalOwner() != null) {
            Files.setAttribute(near.slave(), "unix:uid", shell.terminalOwner());
        }
        List<String> command = new ArrayList<>(List.of(
                "env",
                "--default-signal",
                "setsid",
                "sh",
                "-c",
                "exec \"$@\" <\"$0\" >\"$0\" 2>&1",
                near.slave().toString()));
        command.addAll(shell.command());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(shell.folder().toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(shell.environment());
        builder.environment().put(Processes.TERMINAL, terminal.toString());
        builder.environment().put(Processes.ALLOCATION, allocation.toString());
        return builder.start();
    }
}
