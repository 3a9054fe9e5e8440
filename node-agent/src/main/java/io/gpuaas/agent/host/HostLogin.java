package io.gpuaas.agent.host;

import java.nio.file.Path;
import java.util.ArrayList;
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
}
