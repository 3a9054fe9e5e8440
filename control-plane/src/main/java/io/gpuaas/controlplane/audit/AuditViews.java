package io.gpuaas.controlplane.audit;

import io.gpuaas.api.AuditEvent;
import io.gpuaas.api.AuditOutcome;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Rows of the trail as the API shows them. */
final class AuditViews {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private AuditViews() {}

    static @Nullable Map<String, String> detail(AuditRow row) {
        return row.detail() == null ? null : JSON.readValue(row.detail(), new TypeReference<Map<String, String>>() {});
    }

    static AuditEvent event(AuditRow row, @Nullable String actorName, long sealedUpTo) {
        return new AuditEvent(
                row.id(),
                row.occurredAt(),
                row.actorId(),
                actorName,
                row.actorKind(),
                row.tenantId() == null ? null : new TenantId(row.tenantId()),
                row.projectId() == null ? null : new ProjectId(row.projectId()),
                row.action(),
                row.target(),
                AuditOutcome.fromWire(row.outcome()),
                row.errorCode(),
                row.correlationId(),
                row.sourceAddress(),
                detail(row),
                Long.compareUnsigned(row.tx(), sealedUpTo) < 0);
    }
}
