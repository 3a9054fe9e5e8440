// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AdjustmentId;
import io.gpuaas.kernel.StatementId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Adjustment(
        @JsonProperty("id") AdjustmentId id,
        @JsonProperty("tenant_id") TenantId tenantId,
        @JsonProperty("kind") String kind,
        @JsonProperty("amount") Money amount,
        @JsonProperty("reason") String reason,
        @JsonProperty("state") String state,
        @JsonProperty("requested_by") String requestedBy,
        @JsonProperty("requested_at") Instant requestedAt,
        @JsonProperty("statement_id") @Nullable StatementId statementId,
        @JsonProperty("decided_by") @Nullable String decidedBy,
        @JsonProperty("decided_at") @Nullable Instant decidedAt) {
}
