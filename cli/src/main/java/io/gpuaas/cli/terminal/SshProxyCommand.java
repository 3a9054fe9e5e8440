package io.gpuaas.cli.terminal;

import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.sdk.SshConnectionAccess;
import io.gpuaas.sdk.SshConnectionClient;
import java.io.IOException;
import java.net.http.HttpClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "ssh-proxy",
        mixinStandardHelpOptions = true,
        description = {
            "Connect standard input and output to an allocation's SSH server through a gateway.",
            "For ssh's ProxyCommand; see gpuaas config-ssh."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ssh -o ProxyCommand='gpuaas ssh-proxy training' USERNAME@training",
        })
final class SshProxyCommand implements Callable<Integer> {

    private final Session session;

    @Mixin
    private TheProject in = new TheProject();

    @Parameters(index = "0", paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID)
    @SuppressWarnings("NullAway.Init")
    private AllocationId allocation;

    SshProxyCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        SshConnectionAccess access =
                session.connect().terminals().openSshConnection(in.choose(session.connect()), allocation);
        HttpClient http = HttpClient.newHttpClient();
        try {
            String reason = new SshConnectionClient(http)
                    .carry(access, session.terminal().in(), session.terminal().rawOut());
            if (reason == null) {
                return 0;
            }
            session.terminal()
                    .err()
                    .println("The SSH connection ended: "
                            + Words.printable(reason).replace('_', ' ') + ".");
            session.terminal().err().flush();
            return ExitCode.REFUSED;
        } finally {
            http.shutdownNow();
        }
    }
}
