package io.gpuaas.cli.terminal;

import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.Allocation;
import io.gpuaas.sdk.TerminalClient;
import io.gpuaas.sdk.TerminalClient.Ending;
import io.gpuaas.sdk.TerminalClient.Part;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "demo",
        description = "Try an installation with simulated hosts.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas demo load 0198c0de-0000-7000-8000-000000000007",
            "  gpuaas demo load 0198c0de-0000-7000-8000-000000000007 --percent 40 --minutes 60",
        })
final class DemoCommand {

    private static final int PERCENT_MAX = 100;
    private static final int MINUTES_MAX = 1_440;
    private static final TerminalClient.Size SIZE = new TerminalClient.Size(80, 24);

    private final Session session;

    DemoCommand(Session session) {
        this.session = session;
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = {
                "Make the GPUs of an allocation on a simulated host look busy.",
                "Runs the program gpu-load in a terminal of the allocation; nothing is computed."
            })
    int load(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId allocation,
            @Option(
                            names = "--percent",
                            paramLabel = "N",
                            defaultValue = "90",
                            description = "Utilization of each GPU, 1 to 100 (default: 90).")
                    int percent,
            @Option(
                            names = "--minutes",
                            paramLabel = "N",
                            defaultValue = "10",
                            description = "Duration in minutes, 1 to 1440 (default: 10).")
                    int minutes)
            throws InterruptedException {
        require("--percent", percent, PERCENT_MAX);
        require("--minutes", minutes, MINUTES_MAX);
        ProjectId project = in.choose(session.connect());
        Allocation found = session.connect().allocations().getAllocation(project, allocation);
        String name = Words.printable(found.name());
        if (!Boolean.TRUE.equals(found.simulated())) {
            throw new IllegalStateException(name + " is not on a simulated host. Its GPUs are busy when they compute.");
        }
        // In the place of the shell, so that its exit code is that of the terminal.
        Ending ending =
                runInTerminal(project, allocation, "exec gpu-load --percent " + percent + " --minutes " + minutes);
        if (!Objects.equals(ending.exitCode(), 0)) {
            session.terminal()
                    .err()
                    .println("The load was not set: "
                            + (ending.exitCode() == null
                                    ? "the terminal ended ("
                                            + Words.printable(ending.reason().replace('_', ' ')) + ")"
                                    : "gpu-load exited with " + ending.exitCode())
                            + ".");
            return ExitCode.REFUSED;
        }
        session.terminal()
                .err()
                .println("SIMULATED: the GPUs of " + name + " show about " + percent + " % for " + minutes + " min.");
        return 0;
    }

    private static void require(String option, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(option + " is a number from 1 to " + max + ".");
        }
    }

    private Ending runInTerminal(ProjectId project, AllocationId allocation, String line) throws InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient();
                TerminalClient client = new TerminalClient(http, SIZE, new Unseen())) {
            Thread.ofVirtual().name("typist").start(() -> type(client, line + "\n"));
            Ending ending = client.carry(session.connect().terminals().openTerminal(project, allocation), Part.WRITE);
            client.close();
            http.shutdownNow();
            return ending;
        }
    }

    private static void type(TerminalClient client, String line) {
        try {
            client.type(line.getBytes(StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The greeting, the prompt and the echo are of no use here. */
    private final class Unseen implements TerminalClient.Display {

        @Override
        public void show(ByteBuffer bytes) {
            bytes.position(bytes.limit());
        }

        @Override
        public void tell(String notice) {
            session.terminal().err().println("[gpuaas: " + Words.printable(notice) + "]");
        }
    }
}
