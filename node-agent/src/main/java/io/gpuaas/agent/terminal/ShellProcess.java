package io.gpuaas.agent.terminal;

import io.gpuaas.agent.host.Shell;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.UUID;

/** Starts shells on pseudo terminals. */
final class ShellProcess {

    private ShellProcess() {}

    /** The shell itself, or what waits for it and ends with its code. Either has the marks of what it is for. */
    static Process start(Shell shell, Pty near, UUID terminal, UUID allocation) throws IOException {
        if (shell.terminalOwner() != null) {
            Files.setAttribute(near.slave(), "unix:uid", shell.terminalOwner());
        }
        ProcessBuilder builder = new ProcessBuilder(
                        shell.hasOwnUnit()
                                ? ShellLaunch.shellAsUnit(shell, near.slave(), terminal, allocation)
                                : ShellLaunch.shellAsChild(shell, near.slave()))
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
