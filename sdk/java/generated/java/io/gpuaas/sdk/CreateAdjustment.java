// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.StatementId;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateAdjustment(
        @JsonProperty("kind") AdjustmentKind kind,
        @JsonProperty("amount") Money amount,
        @JsonProperty("reason") String reason,
        @JsonProperty("statement_id") @Nullable StatementId statementId) {
}
