package io.gpuaas.agent.terminal;

import io.gpuaas.agent.host.HostLogin;
import io.gpuaas.agent.host.Shell;
import io.gpuaas.agent.host.TenantUnits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The command lines that start programs of people: as children of this program or, where the host's systemd does it, in
 * services of their own. Nothing is started here.
 */
public final class ShellLaunch {

    /** Opening the terminal makes it the one that controls the session, as its first process does so. */
    private static final String WITH_TERMINAL = "exec \"$@\" <\"$0\" >\"$0\" 2>&1";

    /**
     * The service gets the open terminal and not its name, which may be somebody else's by then. It holds the terminal
     * as its output only: as an input systemd would reset it, and what was typed already would be lost.
     */
    private static final String HOLDING_TERMINAL = "exec \"$@\" >\"$0\" 2>&1";

    private static final String WITH_OUTPUT_AS_TERMINAL = "exec \"$@\" <>/proc/self/fd/1 >&0 2>&1";

    /** Systemd shows everybody on the host the command line and the environment of a service, but no file. */
    private static final String WITH_VALUES = ". \"$1\"; rm -f -- \"$1\"; shift; exec \"$@\"";

    /**
     * The end of the shell is not the end of what it left running, and neither is its being stopped. A program that
     * needs too much memory ends without its shell. systemd's services ignore SIGPIPE, shells do not.
     */
    private static final List<String> SHELL_PROPERTIES =
            List.of("KillMode=process", "SendSIGHUP=yes", "TimeoutStopSec=5", "OOMPolicy=continue", "IgnoreSIGPIPE=no");

    private static final List<String> COMMAND_PROPERTIES =
            List.of("TimeoutStopSec=5", "OOMPolicy=continue", "IgnoreSIGPIPE=no");

    private static final List<String> ADDED_BY_SYSTEMD = List.of(
            "INVOCATION_ID", "JOURNAL_STREAM", "SYSTEMD_EXEC_PID", "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE");

    private ShellLaunch() {}

    /** A new session. SIGINT would be ignored by everything in it if the agent was started in the background. */
    static List<String> shellAsChild(Shell shell, Path slave) {
        return with(
                List.of("env", "--default-signal", "setsid", "sh", "-c", WITH_TERMINAL, slave.toString()),
                shell.command());
    }

    /** Ends with the code of the shell. */
    static List<String> shellAsUnit(Shell shell, Path slave, UUID terminal, UUID allocation) {
        Map<String, String> environment = environment(shell, allocation);
        environment.put(Processes.TERMINAL, terminal.toString());
        List<String> command = with(
                List.of("sh", "-c", HOLDING_TERMINAL, slave.toString()),
                systemdRun(shell, allocation, SHELL_PROPERTIES));
        command.add("--unit=" + TenantUnits.terminal(terminal));
        command.add("--description=Terminal " + terminal);
        command.add("--");
        command.addAll(List.of("sh", "-c", escaped(WITH_OUTPUT_AS_TERMINAL), "sh"));
        return with(command, cleanly(environment, shell.command()));
    }

    /** A new session, so that a signal for the agent's is not the command's. */
    public static List<String> commandAsChild(Shell program) {
        return with(List.of("env", "--default-signal", "setsid"), program.command());
    }

    /** Writes the lines that a shell reads to export the values of the person's variables. */
    public static String values(Shell program) {
        StringBuilder script = new StringBuilder();
        program.environment().forEach((name, value) -> {
            if (name.startsWith(HostLogin.VALUE)) {
                script.append("export ").append(name).append("='");
                script.append(value.replace("'", "'\\''")).append("'\n");
            }
        });
        return script.toString();
    }

    /** Processes the command left running end with it. The file has the {@link #values} and is deleted when read. */
    public static List<String> commandAsUnit(Shell program, UUID command, UUID allocation, @Nullable Path values) {
        List<String> words = systemdRun(program, allocation, COMMAND_PROPERTIES);
        words.add("--unit=" + TenantUnits.command(command));
        words.add("--description=Command " + command);
        words.add("--");
        if (values != null) {
            words.addAll(List.of("sh", "-c", escaped(WITH_VALUES), "sh", escaped(values.toString())));
        }
        words.add("env");
        ADDED_BY_SYSTEMD.forEach(name -> words.addAll(List.of("-u", name)));
        Map<String, String> environment = environment(program, allocation);
        environment.put(Processes.COMMAND, command.toString());
        environment.forEach((name, value) -> {
            if (!name.startsWith(HostLogin.VALUE)) {
                words.add(escaped(name + "=" + value));
            }
        });
        program.command().forEach(word -> words.add(escaped(word)));
        return words;
    }

    static List<String> fileAsUnit(Shell program, UUID stream, UUID allocation) {
        List<String> command = systemdRun(program, allocation, List.of("IgnoreSIGPIPE=no"));
        command.add("--unit=" + TenantUnits.file(stream));
        command.add("--description=File " + stream);
        command.add("--");
        return with(command, cleanly(environment(program, allocation), program.command()));
    }

    private static List<String> systemdRun(Shell program, UUID allocation, List<String> properties) {
        List<String> command = new ArrayList<>(List.of(
                "systemd-run",
                "--quiet",
                "--wait",
                "--collect",
                "--pipe",
                "--no-ask-password",
                "--slice=" + TenantUnits.slice(allocation),
                "--working-directory=" + program.folder(),
                // How many there may be is said for all of them together, by the slice.
                "--property=TasksMax=infinity"));
        properties.forEach(property -> command.add("--property=" + property));
        return command;
    }

    private static Map<String, String> environment(Shell program, UUID allocation) {
        Map<String, String> environment = new TreeMap<>(program.environment());
        environment.put(Processes.ALLOCATION, allocation.toString());
        return environment;
    }

    /** systemd adds to the environment of every service. */
    private static List<String> cleanly(Map<String, String> environment, List<String> program) {
        List<String> command = new ArrayList<>(List.of("env", "-i"));
        environment.forEach((name, value) -> command.add(escaped(name + "=" + value)));
        program.forEach(word -> command.add(escaped(word)));
        return command;
    }

    /** systemd puts values of its own in the place of what looks like a variable. */
    private static String escaped(String word) {
        return word.replace("$", "$$");
    }

    private static List<String> with(List<String> front, List<String> rest) {
        List<String> command = new ArrayList<>(front);
        command.addAll(rest);
        return command;
    }
}
