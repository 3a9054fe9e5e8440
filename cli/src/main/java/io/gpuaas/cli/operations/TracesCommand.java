package io.gpuaas.cli.operations;

import io.gpuaas.cli.options.Place;
import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.Trace;
import io.gpuaas.sdk.TraceEntry;
import io.gpuaas.sdk.TracesApi;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "traces",
        description = "Show everything that a request caused.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas traces show 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas traces show 0198c0de-0000-7000-8000-000000000002 \\",
            "      --project 0198c0de-0000-7000-8000-000000000001",
        })
final class TracesCommand {

    private static final Table<TraceEntry> ENTRIES = Table.of("at", TraceEntry::at)
            .and("kind", entry -> entry.kind().wire())
            .and("name", TraceEntry::name)
            .and("state", TraceEntry::state)
            .and("actor", entry -> entry.actorName() == null ? entry.actorId() : entry.actorName())
            .and("subject", TraceEntry::subject)
            .and("text", TraceEntry::text);

    private final Session session;

    TracesCommand(Session session) {
        this.session = session;
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Show audit events, events and node tasks with a correlation id, oldest first:"
                    + " of a tenant or project or, for operators, of the whole platform.")
    void show(
            @Parameters(paramLabel = "ID", description = "Correlation id, from any API response or error.")
                    String correlationId,
            @Mixin Place place) {
        TracesApi traces = session.connect().traces();
        Trace trace = place.choose(new Place.Choice<>() {
            @Override
            public Trace platform() {
                return traces.getTrace(correlationId);
            }

            @Override
            public Trace tenant(TenantId tenantId) {
                return traces.getTenantTrace(tenantId, correlationId);
            }

            @Override
            public Trace project(ProjectId projectId) {
                return traces.getProjectTrace(projectId, correlationId);
            }
        });
        session.output().list(trace.entries().iterator(), ENTRIES);
        if (trace.truncated()) {
            session.output().note("The trace is incomplete; only part of it is shown.");
        }
    }
}
