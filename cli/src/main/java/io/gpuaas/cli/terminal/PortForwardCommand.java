package io.gpuaas.cli.terminal;

import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.AllocationAccess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** All connections share one SSH connection, and so one stream of the gateway; ssh does the multiplexing. */
@Command(
        name = "port-forward",
        mixinStandardHelpOptions = true,
        description = {
            "Reach ports of an allocation at ports of this machine, through a gateway.",
            "Listens on 127.0.0.1 only. Needs ssh and one of your keys that is registered; runs until Ctrl-C."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas port-forward training 8888",
            "  gpuaas port-forward training 8080:80 6006",
            "  gpuaas port-forward training 8888:/home/mika/jupyter.sock",
        })
final class PortForwardCommand implements Callable<Integer> {

    private final Session session;

    @Mixin
    private TheProject in = new TheProject();

    @Parameters(index = "0", paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID)
    @SuppressWarnings("NullAway.Init")
    private AllocationId allocation;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "LOCAL[:REMOTE]",
            description =
                    "Local port, and the port or the path of a socket in the allocation (default: the same port).")
    private List<String> ports = List.of();

    @Option(
            names = {"-i", "--identity"},
            paramLabel = "FILE",
            description = "Private key to sign in with (default: those that ssh uses).")
    private @Nullable String identity;

    PortForwardCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<PortForward> forwards = ports.stream().map(PortForward::parse).toList();
        ProjectId project = in.choose(session.connect());
        AllocationAccess access = session.connect()
                .allocations()
                .getAllocation(project, allocation)
                .access();
        if (access == null) {
            throw new IllegalStateException("Ports cannot be reached: the allocation is not active.");
        }
        return new SshProgram(session, project, allocation, SshLogin.of(access))
                .run(SshProgram.Way.GATEWAY, options(forwards), List.of());
    }

    private List<String> options(List<PortForward> forwards) {
        List<String> options = new ArrayList<>(List.of(
                "-N",
                "-T",
                "-n",
                "-o",
                "ExitOnForwardFailure=yes",
                "-o",
                "ServerAliveInterval=15",
                "-o",
                "PermitLocalCommand=yes"));
        // ssh runs it once the connection and its ports are there.
        options.addAll(List.of(
                "-o",
                "LocalCommand=echo 'Forwarding "
                        + forwards.stream().map(PortForward::toString).collect(Collectors.joining(", "))
                        + ". Press Ctrl-C to stop.'"));
        forwards.forEach(forward -> options.addAll(List.of("-L", forward.option())));
        if (identity != null) {
            options.addAll(List.of("-i", identity));
        }
        return options;
    }
}
