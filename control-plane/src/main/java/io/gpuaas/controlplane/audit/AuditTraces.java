package io.gpuaas.controlplane.audit;

import io.gpuaas.api.TraceEntry;
import io.gpuaas.api.TraceKind;
import io.gpuaas.controlplane.audit.AuditStore.Filter;
import io.gpuaas.controlplane.platform.TraceScope;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Finds the audit rows of a request. */
@Component
public class AuditTraces {

    private final AuditStore store;
    private final ActorNames actors;

    AuditTraces(AuditStore store, ActorNames actors) {
        this.store = store;
        this.actors = actors;
    }

    public List<TraceEntry> find(CorrelationId correlation, TraceScope scope, int limit) {
        Filter filter = new Filter(
                scope.tenant() == null ? null : scope.tenant().value(),
                scope.project() == null ? null : scope.project().value(),
                null,
                null,
                null,
                null,
                correlation.value(),
                null,
                null);
        List<AuditRow> rows = store.newestFirst(filter, null, limit);
        Map<String, String> names = actors.names(AuditRow.actors(rows), scope);
        return rows.reversed().stream()
                .map(row -> entry(row, names.get(row.actorId())))
                .toList();
    }

    /** The code, and the sentence that the caller got with it. */
    private static @Nullable String error(AuditRow row) {
        Map<String, String> detail = AuditViews.detail(row);
        String sentence = detail == null ? null : detail.get(AuditEntry.SENTENCE);
        return sentence == null ? row.errorCode() : row.errorCode() + ": " + sentence;
    }

    private static TraceEntry entry(AuditRow row, @Nullable String actorName) {
        return new TraceEntry(
                row.occurredAt(),
                TraceKind.AUDIT,
                row.action(),
                row.outcome(),
                error(row),
                row.target(),
                row.actorId(),
                actorName,
                row.tenantId() == null ? null : new TenantId(row.tenantId()),
                row.projectId() == null ? null : new ProjectId(row.projectId()),
                null,
                null,
                null,
                null);
    }
}
