package io.gpuaas.controlplane.audit;

import io.gpuaas.api.AuditApi;
import io.gpuaas.api.AuditArchivePage;
import io.gpuaas.api.AuditArchiveVerification;
import io.gpuaas.api.AuditEventPage;
import io.gpuaas.api.AuditOutcome;
import io.gpuaas.api.AuditVerification;
import io.gpuaas.api.ExportFormat;
import io.gpuaas.controlplane.audit.AuditStore.Filter;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.controlplane.platform.TraceScope;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

@RestController
class AuditHandler implements AuditApi {

    private static final String LISTING = "audit-events";

    private final AuditStore store;
    private final AuditSealer sealer;
    private final AuditExport export;
    private final ArchiveReads archives;
    private final ActorNames actors;

    AuditHandler(AuditStore store, AuditSealer sealer, AuditExport export, ArchiveReads archives, ActorNames actors) {
        this.store = store;
        this.sealer = sealer;
        this.export = export;
        this.archives = archives;
        this.actors = actors;
    }

    @Override
    public AuditEventPage listAuditEvents(
            Integer limit,
            @Nullable String cursor,
            @Nullable TenantId tenant,
            @Nullable ProjectId project,
            @Nullable String actor,
            @Nullable String action,
            @Nullable String target,
            @Nullable AuditOutcome outcome,
            @Nullable String correlation,
            @Nullable Instant from,
            @Nullable Instant to) {
        return page(
                new Filter(uuid(tenant), uuid(project), actor, action, target, outcome, correlation, from, to),
                TraceScope.EVERYTHING,
                cursor,
                limit);
    }

    @Override
    public AuditEventPage listTenantAuditEvents(
            TenantId tenant,
            Integer limit,
            @Nullable String cursor,
            @Nullable ProjectId project,
            @Nullable String actor,
            @Nullable String action,
            @Nullable String target,
            @Nullable AuditOutcome outcome,
            @Nullable String correlation,
            @Nullable Instant from,
            @Nullable Instant to) {
        return page(
                new Filter(tenant.value(), uuid(project), actor, action, target, outcome, correlation, from, to),
                TraceScope.of(tenant),
                cursor,
                limit);
    }

    @Override
    public StreamingResponseBody exportAuditEvents(
            ExportFormat format, @Nullable TenantId tenant, @Nullable Instant from, @Nullable Instant to) {
        return export.stream(format, Filter.period(uuid(tenant), null, from, to));
    }

    @Override
    public StreamingResponseBody exportTenantAuditEvents(
            TenantId tenant,
            ExportFormat format,
            @Nullable ProjectId project,
            @Nullable Instant from,
            @Nullable Instant to) {
        return export.stream(format, Filter.period(tenant.value(), uuid(project), from, to));
    }

    @Override
    public AuditVerification verifyAuditTrail() {
        return sealer.verify();
    }

    @Override
    public AuditArchivePage listAuditArchives(Integer limit, @Nullable String cursor) {
        return archives.list(limit, cursor);
    }

    @Override
    public StreamingResponseBody downloadAuditArchive(String month) {
        return archives.download(month);
    }

    @Override
    public AuditArchiveVerification verifyAuditArchive(String month) {
        return archives.verify(month);
    }

    private AuditEventPage page(Filter filter, TraceScope scope, @Nullable String cursor, int limit) {
        Long before = PageCursor.decode(LISTING, cursor, Long::valueOf);
        List<AuditRow> rows = store.newestFirst(filter, before, limit + 1);
        Map<String, String> names = actors.names(AuditRow.actors(rows), scope);
        long sealedUpTo = sealer.sealedUpTo();
        return new AuditEventPage(
                PageCursor.page(rows, limit).stream()
                        .map(row -> AuditViews.event(row, names.get(row.actorId()), sealedUpTo))
                        .toList(),
                PageCursor.next(LISTING, rows, limit, AuditRow::id));
    }

    private static @Nullable UUID uuid(@Nullable TenantId id) {
        return id == null ? null : id.value();
    }

    private static @Nullable UUID uuid(@Nullable ProjectId id) {
        return id == null ? null : id.value();
    }
}
