// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record UsageOutcome(
        @JsonProperty("record_id") @NotNull String recordId,
        @JsonProperty("outcome") @NotNull String outcome,
        @JsonProperty("code") @Nullable String code,
        @JsonProperty("message") @Nullable String message,
        @JsonProperty("amount") @Valid @Nullable Money amount) {
}
