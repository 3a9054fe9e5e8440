// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.StatementId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Statement(
        @JsonProperty("id") @NotNull StatementId id,
        @JsonProperty("kind") @NotNull String kind,
        @JsonProperty("month") @NotNull String month,
        @JsonProperty("total") @NotNull @Valid Money total,
        @JsonProperty("total_cents") @NotNull Long totalCents,
        @JsonProperty("closed_at") @NotNull Instant closedAt,
        @JsonProperty("refers_to") @Nullable StatementId refersTo,
        @JsonProperty("reason") @Nullable String reason) {
}
