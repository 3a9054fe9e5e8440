package io.gpuaas.controlplane.audit;

import io.gpuaas.api.TraceEntry;
import io.gpuaas.api.TraceKind;
import io.gpuaas.controlplane.audit.AuditStore.Filter;
import io.gpuaas.controlplane.platform.TraceScope;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import org.springframework.stereotype.Component;

/** What of a request was audited. */
@Component
public class AuditTraces {

    private final AuditStore store;

    AuditTraces(AuditStore store) {
        this.store = store;
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
        return store.newestFirst(filter, null, limit).reversed().stream()
                .map(AuditTraces::entry)
                .toList();
    }

    private static TraceEntry entry(AuditRow row) {
        return new TraceEntry(
                row.occurredAt(),
                TraceKind.AUDIT,
                row.action(),
                row.outcome(),
                row.errorCode(),
                row.target(),
                row.actorId(),
                row.tenantId() == null ? null : new TenantId(row.tenantId()),
                row.projectId() == null ? null : new ProjectId(row.projectId()),
                null,
                null,
                null,
                null);
    }
}
