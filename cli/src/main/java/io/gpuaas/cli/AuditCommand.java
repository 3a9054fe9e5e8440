package io.gpuaas.cli;

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
        description = "Searches, exports and verifies the audit trail.",
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

    @Command(mixinStandardHelpOptions = true, description = "Lists audit events, newest first.")
    void list(
            @Option(names = "--tenant", paramLabel = "TENANT", description = "Only of this tenant.") @Nullable TenantId tenantId,
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
            description = "Downloads the audit trail of a period, oldest first;"
                    + " of the whole platform, for operators, or of a tenant or project.")
    void export(
            @Option(names = "--format", paramLabel = "jsonl|csv", required = true, description = "How to write it.")
                    ExportFormat format,
            @Option(names = "--tenant", paramLabel = "TENANT", description = "Only of this tenant.") @Nullable TenantId tenantId,
            @Option(names = "--project", paramLabel = "PROJECT", description = "Only of this project.") @Nullable ProjectId projectId,
            @Option(names = "--from", paramLabel = "TIME", description = "Only at or after.") @Nullable Instant from,
            @Option(names = "--to", paramLabel = "TIME", description = "Only before.") @Nullable Instant to,
            @Option(
                            names = "--file",
                            paramLabel = "FILE",
                            description = "Write here, not to standard output; the file must not exist.")
                    @Nullable Path file) {
        ExportAuditEventsFilter filter = ExportAuditEventsFilter.none();
        filter = AuditFilter.with(filter, from, ExportAuditEventsFilter::from);
        filter = AuditFilter.with(filter, to, ExportAuditEventsFilter::to);
        GpuaasClient client = session.connect();
        try (InputStream events = tenantId == null && projectId == null
                ? client.audit().exportAuditEvents(format, filter)
                : client.audit()
                        .exportTenantAuditEvents(
                                tenantOf(client, tenantId, projectId), format, of(projectId, filter))) {
            session.save(events, file);
        } catch (IOException e) {
            throw new UncheckedIOException("The export stopped half-way: " + Words.reason(e), e);
        }
    }

    private static TenantId tenantOf(GpuaasClient client, @Nullable TenantId tenant, @Nullable ProjectId project) {
        return tenant == null
                ? client.identity().getProject(Objects.requireNonNull(project)).tenantId()
                : tenant;
    }

    private static ExportTenantAuditEventsFilter of(@Nullable ProjectId project, ExportAuditEventsFilter period) {
        ExportTenantAuditEventsFilter filter = new ExportTenantAuditEventsFilter(period.parameters());
        return AuditFilter.with(filter, project, ExportTenantAuditEventsFilter::projectId);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Recomputes the seals of the audit trail; fails when a row was tampered with.")
    int verify() {
        AuditVerification verification = session.connect().audit().verifyAuditTrail();
        session.output().one(verification);
        if (verification.intact()) {
            return 0;
        }
        session.output().note("The audit trail was tampered with.");
        return Gpuaas.REFUSED;
    }

    @Command(
            name = "list-archives",
            mixinStandardHelpOptions = true,
            description = "Lists the months that were moved to the object store, newest first.")
    void listArchives(@Mixin Paging paging) {
        AuditApi audit = session.connect().audit();
        paging.print(session.output(), audit::listAuditArchives, ARCHIVES);
    }

    @Command(
            name = "verify-archive",
            mixinStandardHelpOptions = true,
            description = "Reads an archived month and recomputes its seals; fails when something was tampered with.")
    int verifyArchive(@Parameters(paramLabel = "MONTH", description = MONTH) String month) {
        AuditArchiveVerification verification = session.connect().audit().verifyAuditArchive(month);
        session.output().one(verification);
        if (verification.intact()) {
            return 0;
        }
        session.output().note("The archived month was tampered with.");
        return Gpuaas.REFUSED;
    }

    @Command(
            name = "download-archive",
            mixinStandardHelpOptions = true,
            description =
                    "Downloads an archived month as it is kept: gzipped lines of JSON, each seal before its rows.")
    void downloadArchive(
            @Parameters(paramLabel = "MONTH", description = MONTH) String month,
            @Option(
                            names = "--file",
                            paramLabel = "FILE",
                            description = "Write here, not to standard output; the file must not exist.")
                    @Nullable Path file) {
        try (InputStream content = session.connect().audit().downloadAuditArchive(month)) {
            session.save(content, file);
        } catch (IOException e) {
            throw new UncheckedIOException("The download stopped half-way: " + Words.reason(e), e);
        }
    }
}
