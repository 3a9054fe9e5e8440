package io.gpuaas.cli.operations;

import io.gpuaas.cli.options.Filters;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.AuditApi;
import io.gpuaas.sdk.AuditApi.ExportAuditEventsFilter;
import io.gpuaas.sdk.AuditApi.ExportTenantAuditEventsFilter;
import io.gpuaas.sdk.AuditArchive;
import io.gpuaas.sdk.AuditArchiveVerification;
import io.gpuaas.sdk.AuditEvent;
import io.gpuaas.sdk.AuditVerification;
import io.gpuaas.sdk.ExportFormat;
import io.gpuaas.sdk.GpuaasClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "audit",
        description = "Search, export and verify the audit trail.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas audit list --outcome refused",
            "  gpuaas audit list --tenant 0198c0de-0000-7000-8000-000000000001 --action project.create",
            "  gpuaas audit export --format csv --from 2026-01-01T00:00:00Z --file january.csv",
            "  gpuaas audit export --format jsonl --project 0198c0de-0000-7000-8000-00000000000b --file trail.jsonl",
            "  gpuaas audit verify",
            "  gpuaas audit list-archives",
            "  gpuaas audit verify-archive 2026-01",
            "  gpuaas audit download-archive 2026-01 --file january.ndjson.gz",
        })
final class AuditCommand {

    private static final String MONTH = "Year and month in UTC, as in 2026-01.";

    private static final Table<AuditEvent> EVENTS = Table.of("occurred at", AuditEvent::occurredAt)
            .and("actor", event -> event.actorName() == null ? event.actorId() : event.actorName())
            .and("action", AuditEvent::action)
            .and("target", AuditEvent::target)
            .and("outcome", event -> event.outcome().wire())
            .and("error code", AuditEvent::errorCode)
            .and("correlation id", AuditEvent::correlationId);

    private static final Table<AuditArchive> ARCHIVES = Table.of("month", AuditArchive::month)
            .and("rows", AuditArchive::rows)
            .and("bytes", AuditArchive::bytes)
            .and("last seal", AuditArchive::lastSeal)
            .and("dropped at", AuditArchive::droppedAt)
            .and("sha256", AuditArchive::sha256);

    private final Session session;

    AuditCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "List audit events, newest first.")
    void list(
            @Option(names = "--tenant", paramLabel = "TENANT", description = "Filter by tenant.") @Nullable TenantId tenantId,
            @Mixin AuditFilter filter,
            @Mixin Paging paging) {
        AuditApi audit = session.connect().audit();
        paging.print(
                session.output(),
                page -> tenantId == null
                        ? audit.listAuditEvents(filter.ofPlatform(), page)
                        : audit.listTenantAuditEvents(tenantId, filter.ofTenant(), page),
                EVENTS);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Download the audit trail of a period, oldest first:"
                    + " of a tenant or project or, for operators, of the whole platform.")
    void export(
            @Option(names = "--format", paramLabel = "jsonl|csv", required = true, description = "File format.")
                    ExportFormat format,
            @Option(names = "--tenant", paramLabel = "TENANT", description = "Filter by tenant.") @Nullable TenantId tenantId,
            @Option(names = "--project", paramLabel = "PROJECT", description = "Filter by project.") @Nullable ProjectId projectId,
            @Option(names = "--from", paramLabel = "TIME", description = "Start of the period, inclusive.") @Nullable Instant from,
            @Option(names = "--to", paramLabel = "TIME", description = "End of the period, exclusive.") @Nullable Instant to,
            @Option(
                            names = "--file",
                            paramLabel = "FILE",
                            description = "File to write to instead of standard output; it must not exist yet.")
                    @Nullable Path file) {
        ExportAuditEventsFilter filter = ExportAuditEventsFilter.none();
        filter = Filters.with(filter, from, ExportAuditEventsFilter::from);
        filter = Filters.with(filter, to, ExportAuditEventsFilter::to);
        GpuaasClient client = session.connect();
        try (InputStream events = tenantId == null && projectId == null
                ? client.audit().exportAuditEvents(format, filter)
                : client.audit()
                        .exportTenantAuditEvents(
                                tenantOf(client, tenantId, projectId), format, of(projectId, filter))) {
            session.save(events, file);
        } catch (IOException e) {
            throw new UncheckedIOException("The export was interrupted: " + Words.reason(e), e);
        }
    }

    private static TenantId tenantOf(GpuaasClient client, @Nullable TenantId tenant, @Nullable ProjectId project) {
        return tenant == null
                ? client.identity().getProject(Objects.requireNonNull(project)).tenantId()
                : tenant;
    }

    private static ExportTenantAuditEventsFilter of(@Nullable ProjectId project, ExportAuditEventsFilter period) {
        ExportTenantAuditEventsFilter filter = new ExportTenantAuditEventsFilter(period.parameters());
        return Filters.with(filter, project, ExportTenantAuditEventsFilter::projectId);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Recompute the seals of the audit trail; fails if a row was tampered with.")
    int verify() {
        AuditVerification verification = session.connect().audit().verifyAuditTrail();
        session.output().one(verification);
        if (verification.intact()) {
            return 0;
        }
        session.output().note("The audit trail was tampered with.");
        return ExitCode.REFUSED;
    }

    @Command(
            name = "list-archives",
            mixinStandardHelpOptions = true,
            description = "List the months that were moved to the object store, newest first.")
    void listArchives(@Mixin Paging paging) {
        AuditApi audit = session.connect().audit();
        paging.print(session.output(), audit::listAuditArchives, ARCHIVES);
    }

    @Command(
            name = "verify-archive",
            mixinStandardHelpOptions = true,
            description = "Recompute the seals of an archived month; fails if something was tampered with.")
    int verifyArchive(@Parameters(paramLabel = "MONTH", description = MONTH) String month) {
        AuditArchiveVerification verification = session.connect().audit().verifyAuditArchive(month);
        session.output().one(verification);
        if (verification.intact()) {
            return 0;
        }
        session.output().note("The archived month was tampered with.");
        return ExitCode.REFUSED;
    }

    @Command(
            name = "download-archive",
            mixinStandardHelpOptions = true,
            description =
                    "Download an archived month as it is stored: gzipped lines of JSON, each seal before its rows.")
    void downloadArchive(
            @Parameters(paramLabel = "MONTH", description = MONTH) String month,
            @Option(
                            names = "--file",
                            paramLabel = "FILE",
                            description = "File to write to instead of standard output; it must not exist yet.")
                    @Nullable Path file) {
        try (InputStream content = session.connect().audit().downloadAuditArchive(month)) {
            session.save(content, file);
        } catch (IOException e) {
            throw new UncheckedIOException("The download stopped half-way: " + Words.reason(e), e);
        }
    }
}
