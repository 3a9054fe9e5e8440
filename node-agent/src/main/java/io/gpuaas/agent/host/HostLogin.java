package io.gpuaas.agent.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An account of the host: what stands in front of a program makes it this user's. */
public record HostLogin(
        List<String> front,
        Map<String, String> environment,
        Path folder,
        @Nullable Integer terminalOwner,
        boolean hasOwnUnit)
        implements Login {

    /** In front of the number of a variable. A name of the person's could change what root runs before the program. */
    public static final String VALUE = "GPUAAS_VALUE_";

    private static final List<String> SHELL = List.of("/bin/bash", "-l");

    /** A login whose programs are children of the agent. */
    public HostLogin(
            List<String> front, Map<String, String> environment, Path folder, @Nullable Integer terminalOwner) {
        this(front, environment, folder, terminalOwner, false);
    }

    @Override
    public Shell shell() {
        return running(SHELL);
    }

    @Override
    public Shell running(List<String> program) {
        List<String> command = new ArrayList<>(front);
        command.addAll(program);
        return new Shell(command, environment, folder, terminalOwner, hasOwnUnit);
    }

    @Override
    public Shell running(List<String> program, Map<String, String> variables) {
        StringBuilder script = new StringBuilder();
        Map<String, String> values = new HashMap<>(environment);
        variables.forEach((name, value) -> {
            String hidden = VALUE + (values.size() - environment.size());
            values.put(hidden, value);
            script.append("export ").append(name).append("=\"$").append(hidden).append("\"; ");
            script.append("unset ").append(hidden).append("; ");
        });
        List<String> command = new ArrayList<>(front);
        command.addAll(List.of("sh", "-c", script + "exec \"$@\"", "sh"));
        command.addAll(program);
        return new Shell(command, values, folder, terminalOwner, hasOwnUnit);
    }
}
