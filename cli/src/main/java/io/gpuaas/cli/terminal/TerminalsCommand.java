package io.gpuaas.cli.terminal;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TerminalId;
import io.gpuaas.sdk.TerminalsApi;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "terminals",
        description = "List and close terminals; to open one, use gpuaas terminal.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas terminals list 0198c0de-0000-7000-8000-000000000007",
            "  gpuaas terminals files 0198c0de-0000-7000-8000-000000000007",
            "  gpuaas terminals close 0198c0de-0000-7000-8000-000000000007 \\",
            "      0198c0de-0000-7000-8000-000000000009 --yes",
        })
final class TerminalsCommand {

    private static final Table<io.gpuaas.sdk.Terminal> TERMINALS = Table.of("id", io.gpuaas.sdk.Terminal::id)
            .and("state", io.gpuaas.sdk.Terminal::state)
            .and("opened_by_name", io.gpuaas.sdk.Terminal::openedByName)
            .and("opened_at", io.gpuaas.sdk.Terminal::openedAt)
            .and("ends_at", io.gpuaas.sdk.Terminal::endsAt)
            .and("ended", terminal -> TerminalEnd.phrase(terminal.endReason(), terminal.exitCode()));

    private final Session session;

    TerminalsCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "List the terminals of an allocation, newest first.")
    void list(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId allocation,
            @Mixin Paging paging) {
        ProjectId project = in.choose(session.connect());
        TerminalsApi terminals = session.connect().terminals();
        paging.print(session.output(), page -> terminals.listTerminals(project, allocation, page), TERMINALS);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "List files copied to and from an allocation, newest first; to copy one, use gpuaas cp.")
    void files(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId allocation,
            @Mixin Paging paging) {
        ProjectId project = in.choose(session.connect());
        TerminalsApi terminals = session.connect().terminals();
        paging.print(
                session.output(),
                page -> terminals.listFileTransfers(project, allocation, page),
                "started_at",
                "direction",
                "path",
                "state",
                "bytes",
                "sha256",
                "started_by",
                "reason");
    }

    @Command(mixinStandardHelpOptions = true, description = "Close a terminal and end everything that runs in it.")
    void close(
            @Mixin TheProject in,
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId allocation,
            @Parameters(paramLabel = "TERMINAL", description = "The terminal's id, as listed.") TerminalId id,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Close terminal " + id + " and end everything that runs in it?");
        session.output()
                .one(session.connect()
                        .terminals()
                        .closeTerminal(in.choose(session.connect()), allocation, id, once.key()));
    }
}
