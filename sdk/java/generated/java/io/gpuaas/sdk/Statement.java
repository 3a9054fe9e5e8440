// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.StatementId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Statement(
        @JsonProperty("id") StatementId id,
        @JsonProperty("kind") String kind,
        @JsonProperty("month") String month,
        @JsonProperty("total") Money total,
        @JsonProperty("total_cents") Long totalCents,
        @JsonProperty("closed_at") Instant closedAt,
        @JsonProperty("refers_to") @Nullable StatementId refersTo,
        @JsonProperty("reason") @Nullable String reason) {
}
