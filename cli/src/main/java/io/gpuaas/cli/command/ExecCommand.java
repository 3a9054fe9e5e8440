package io.gpuaas.cli.command;

import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "exec",
        mixinStandardHelpOptions = true,
        description = {
            "Run a program in an allocation; exits with the program's exit code.",
            "Standard output and error stay separate, byte for byte. Piped standard input is sent to the program.",
            "Ctrl-C is forwarded; the third one kills the program. If the exit code is not known, exits with 255."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas exec 0198c0de-0000-7000-8000-000000000007 -- nvidia-smi",
            "  gpuaas exec training -- python train.py --epochs 3",
            "  gpuaas exec training -- tar -xf - < data.tar",
        })
final class ExecCommand implements Callable<Integer> {

    private final Session session;

    @Mixin
    private TheProject in = new TheProject();

    @Mixin
    private Program program = new Program();

    @Parameters(index = "0", paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID)
    @SuppressWarnings("NullAway.Init")
    private AllocationId allocation;

    @Parameters(
            index = "1..*",
            paramLabel = "WORD",
            description = "After --: the program and its arguments. No shell interprets them.")
    private List<String> argv = List.of();

    @Option(
            names = "--chdir",
            paramLabel = "FOLDER",
            description = "Folder to run in, relative to the home directory (default: the home directory).")
    private @Nullable String folder;

    @Option(
            names = "--detach",
            description = "Start the program, print the command and exit; see gpuaas commands logs.")
    private boolean detach;

    ExecCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ProjectId project = in.choose(session.connect());
        if (detach) {
            session.output()
                    .one(session.connect()
                            .commands()
                            .startCommand(project, allocation, program.body(argv, folder, false))
                            .command());
            return 0;
        }
        boolean hasInput = !program.noInput && CommandStreams.isInputPiped(session.terminal());
        return new Following(
                        session.connect().commands(),
                        project,
                        allocation,
                        CommandStreams.of(session.terminal(), hasInput),
                        session.terminal().err()::println)
                .run(program.body(argv, folder, hasInput), true);
    }
}
