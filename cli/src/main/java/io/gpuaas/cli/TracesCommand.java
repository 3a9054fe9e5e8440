package io.gpuaas.cli;

import io.gpuaas.sdk.Trace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "traces",
        description = "Shows everything one request led to.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas traces show 0198c0de-0000-7000-8000-000000000002",
        })
final class TracesCommand {

    private final Session session;

    TracesCommand(Session session) {
        this.session = session;
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Shows audit rows, events, dead letters and node tasks under a correlation id, oldest first.")
    void show(
            @Parameters(paramLabel = "ID", description = "The correlation id, as every answer and problem carries it.")
                    String correlationId) {
        Trace trace = session.connect().traces().getTrace(correlationId);
        session.output().list(trace.entries().iterator(), "at", "kind", "name", "state", "subject", "text");
        if (trace.truncated()) {
            session.output().note("There is more than is shown.");
        }
    }
}
