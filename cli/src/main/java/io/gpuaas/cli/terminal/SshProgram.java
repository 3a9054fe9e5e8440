package io.gpuaas.cli.terminal;

import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the ssh of this machine for an allocation, trusting only the host keys that its node reported. */
final class SshProgram {

    private final Session session;
    private final ProjectId project;
    private final AllocationId allocation;
    private final SshLogin login;

    /** How the host is reached. */
    enum Way {
        GATEWAY,
        DIRECT
    }

    SshProgram(Session session, ProjectId project, AllocationId allocation, SshLogin login) {
        this.session = session;
        this.project = project;
        this.allocation = allocation;
        this.login = login;
    }

    /** Options come before the login, words after it: those may end with a command. */
    static List<String> command(SshLogin login, List<String> options, List<String> words) {
        List<String> command = new ArrayList<>(List.of("ssh"));
        command.addAll(options);
        command.addAll(List.of("-p", String.valueOf(login.port())));
        command.add(login.username() + "@" + login.host());
        command.addAll(words);
        return command;
    }

    /** Returns its exit code. */
    int run(Way way, List<String> options, List<String> words) throws IOException, InterruptedException {
        Path known = Files.createTempFile("gpuaas-known-hosts", "");
        try {
            List<String> all = new ArrayList<>();
            if (way == Way.GATEWAY) {
                all.addAll(List.of("-o", "ProxyCommand=" + SshProxy.command(session, project, allocation)));
            }
            if (!login.hostKeys().isEmpty()) {
                Files.write(
                        known,
                        login.hostKeys().stream().map(key -> "gpuaas " + key).toList());
                all.addAll(List.of(
                        "-o", "UserKnownHostsFile=" + known,
                        "-o", "GlobalKnownHostsFile=/dev/null",
                        "-o", "HostKeyAlias=gpuaas",
                        "-o", "StrictHostKeyChecking=yes"));
            }
            all.addAll(options);
            return new ProcessBuilder(command(login, all, words))
                    .inheritIO()
                    .start()
                    .waitFor();
        } finally {
            Files.deleteIfExists(known);
        }
    }
}
