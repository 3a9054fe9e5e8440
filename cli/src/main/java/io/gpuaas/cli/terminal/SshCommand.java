package io.gpuaas.cli.terminal;

import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.Allocation;
import io.gpuaas.sdk.AllocationAccess;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "ssh",
        mixinStandardHelpOptions = true,
        description = "Connect to an allocation with ssh, trusting only the host keys that its node reported.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas ssh 0198c0de-0000-7000-8000-000000000007",
            "  gpuaas ssh 0198c0de-0000-7000-8000-000000000007 --print",
            "  gpuaas ssh 0198c0de-0000-7000-8000-000000000007 -- -i key nvidia-smi",
        })
final class SshCommand implements Callable<Integer> {

    private final Session session;

    @Mixin
    private TheProject in = new TheProject();

    @Parameters(index = "0", paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID)
    @SuppressWarnings("NullAway.Init")
    private AllocationId allocation;

    @Parameters(
            index = "1..*",
            paramLabel = "WORD",
            description = "After --: additional ssh options, followed by an optional command.")
    private List<String> words = List.of();

    @Option(names = "--print", description = "Print the command for a direct connection instead of running ssh.")
    private boolean print;

    @Option(
            names = "--direct",
            description =
                    "Connect to the host's own address (default: through a gateway, which needs no public address).")
    private boolean direct;

    SshCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ProjectId project = in.choose(session.connect());
        Allocation found = session.connect().allocations().getAllocation(project, allocation);
        if (direct && Boolean.TRUE.equals(found.simulated())) {
            throw new IllegalStateException(Words.printable(found.name())
                    + " is on a simulated host, which is reached through a gateway only: leave out --direct.");
        }
        AllocationAccess access = found.access();
        if (access == null) {
            throw new IllegalStateException("SSH is not available: the allocation is not active.");
        }
        SshLogin login = SshLogin.of(access);
        if (print) {
            List<String> command = command(login);
            session.output().page(Map.of("command", command), () -> List.of(String.join(" ", command)));
            return 0;
        }
        return run(login, project);
    }

    private List<String> command(SshLogin login) {
        return SshProgram.command(login, List.of(), words);
    }

    private int run(SshLogin login, ProjectId project) throws IOException, InterruptedException {
        return new SshProgram(session, project, allocation, login)
                .run(direct ? SshProgram.Way.DIRECT : SshProgram.Way.GATEWAY, List.of(), words);
    }
}
