// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AutoTopUp(
        @JsonProperty("enabled") @NotNull Boolean enabled,
        @JsonProperty("threshold") @Valid @Nullable Money threshold,
        @JsonProperty("amount") @Valid @Nullable Money amount,
        @JsonProperty("method") @Nullable String method,
        @JsonProperty("failures") @NotNull Integer failures,
        @JsonProperty("retry_at") @Nullable Instant retryAt) {
}
