package io.gpuaas.cli.command;

import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CommandId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.CommandOutput;
import io.gpuaas.sdk.CommandsApi;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "commands",
        description = "List commands, read their output and end them; to start one, use gpuaas exec.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas commands list training",
            "  gpuaas commands show training 0198c0de-0000-7000-8000-000000000009",
            "  gpuaas commands logs training 0198c0de-0000-7000-8000-000000000009 --follow",
            "  gpuaas commands cancel training 0198c0de-0000-7000-8000-000000000009",
        })
final class CommandsCommand {

    private static final String ID = "The command's id, as listed.";

    private static final Table<io.gpuaas.sdk.Command> COMMANDS = Table.of("id", io.gpuaas.sdk.Command::id)
            .and("state", io.gpuaas.sdk.Command::state)
            .and("exit_code", io.gpuaas.sdk.Command::exitCode)
            .and("reason", io.gpuaas.sdk.Command::reason)
            .and("started_by_name", io.gpuaas.sdk.Command::startedByName)
            .and("requested_at", io.gpuaas.sdk.Command::requestedAt)
            .and("argv", command -> String.join(" ", command.argv()));

    private final Session session;

    CommandsCommand(Session session) {
        this.session = session;
    }

    private CommandsApi api() {
        return session.connect().commands();
    }

    @Command(mixinStandardHelpOptions = true, description = "List the commands of an allocation, newest first.")
    void list(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId allocation,
            @Mixin Paging paging) {
        ProjectId project = in.choose(session.connect());
        CommandsApi api = api();
        paging.print(session.output(), page -> api.listCommands(project, allocation, page), COMMANDS);
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a command.")
    void show(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId allocation,
            @Parameters(paramLabel = "ID", description = ID) CommandId id) {
        session.output().one(api().getCommand(in.choose(session.connect()), allocation, id));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Print the stored output of a command: standard output, then standard error.")
    void logs(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId allocation,
            @Parameters(paramLabel = "ID", description = ID) CommandId id,
            @Option(names = "--stream", paramLabel = "STREAM", description = "Only stdout or stderr.") @Nullable String stream,
            @Option(names = "--follow", description = "Wait for more output until the command has ended.")
                    boolean follow)
            throws IOException, InterruptedException {
        ProjectId project = in.choose(session.connect());
        CommandOutput only = stream == null ? null : Words.choose(CommandOutput.values(), CommandOutput::wire, stream);
        new Following(
                        api(),
                        project,
                        allocation,
                        CommandStreams.of(session.terminal(), false),
                        session.terminal().err()::println)
                .logs(api().getCommand(project, allocation, id), only, follow);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "End a command: SIGTERM to everything it started, SIGKILL after ten seconds.")
    void cancel(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId allocation,
            @Parameters(paramLabel = "ID", description = ID) CommandId id,
            @Mixin Once once) {
        session.output().one(api().cancelCommand(in.choose(session.connect()), allocation, id, once.key()));
    }
}
