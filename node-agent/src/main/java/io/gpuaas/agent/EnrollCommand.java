package io.gpuaas.agent;

import io.gpuaas.agent.disk.StateFolder;
import io.gpuaas.agent.host.LinuxHost;
import io.gpuaas.agent.wire.JoinToken;
import io.gpuaas.kernel.NodeId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(name = "enroll", mixinStandardHelpOptions = true, description = "Make this host a node.")
final class EnrollCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--server", required = true, description = "Address of the node listener, https://host:8444.")
    @SuppressWarnings("NullAway.Init")
    private URI server;

    @Option(
            names = "--token",
            required = true,
            description = "The join token, or - to read it from standard input, where no other process sees it.")
    @SuppressWarnings("NullAway.Init")
    private String token;

    @Option(names = "--state", required = true, description = "Folder for keys and journal.")
    @SuppressWarnings("NullAway.Init")
    private Path state;

    @Option(names = "--hostname", description = "The name to give instead of the host's own.")
    private @Nullable String hostname;

    @Override
    public Integer call() throws Exception {
        if (!"https".equals(server.getScheme())) {
            throw new IllegalArgumentException("the address of the node listener begins with https://");
        }
        StateFolder folder = StateFolder.open(state);
        try (AutoCloseable _ = folder.lock()) {
            NodeId node = new Enrolment(new IdentityStore(folder))
                    .enroll(server, JoinToken.parse(readToken()), hostname(), LinuxHost.readBootId());
            spec.commandLine().getOut().println("enrolled as node " + node);
        }
        return 0;
    }

    private String readToken() throws IOException {
        if (!token.equals("-")) {
            return token.strip();
        }
        String line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        return line == null ? "" : line.strip();
    }

    private String hostname() throws IOException {
        return hostname != null ? hostname : InetAddress.getLocalHost().getHostName();
    }
}
