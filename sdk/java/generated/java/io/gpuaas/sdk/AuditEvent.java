// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditEvent(
        @JsonProperty("id") Long id,
        @JsonProperty("occurred_at") Instant occurredAt,
        @JsonProperty("actor_id") String actorId,
        @JsonProperty("actor_name") @Nullable String actorName,
        @JsonProperty("actor_kind") String actorKind,
        @JsonProperty("tenant_id") @Nullable TenantId tenantId,
        @JsonProperty("project_id") @Nullable ProjectId projectId,
        @JsonProperty("action") String action,
        @JsonProperty("target") @Nullable String target,
        @JsonProperty("outcome") AuditOutcome outcome,
        @JsonProperty("error_code") @Nullable String errorCode,
        @JsonProperty("correlation_id") String correlationId,
        @JsonProperty("source_address") @Nullable String sourceAddress,
        @JsonProperty("detail") @Nullable Map<String, String> detail,
        @JsonProperty("sealed") Boolean sealed) {

    public AuditEvent {
        detail = detail == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(detail));
    }
}
