// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AdjustmentId;
import io.gpuaas.kernel.StatementId;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Adjustment(
        @JsonProperty("id") @NotNull AdjustmentId id,
        @JsonProperty("tenant_id") @NotNull TenantId tenantId,
        @JsonProperty("kind") @NotNull String kind,
        @JsonProperty("amount") @NotNull @Valid Money amount,
        @JsonProperty("reason") @NotNull String reason,
        @JsonProperty("state") @NotNull String state,
        @JsonProperty("requested_by") @NotNull String requestedBy,
        @JsonProperty("requested_at") @NotNull Instant requestedAt,
        @JsonProperty("statement_id") @Nullable StatementId statementId,
        @JsonProperty("decided_by") @Nullable String decidedBy,
        @JsonProperty("decided_at") @Nullable Instant decidedAt) {
}
