// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AutoTopUp(
        @JsonProperty("enabled") Boolean enabled,
        @JsonProperty("threshold") @Nullable Money threshold,
        @JsonProperty("amount") @Nullable Money amount,
        @JsonProperty("method") @Nullable String method,
        @JsonProperty("failures") Integer failures,
        @JsonProperty("retry_at") @Nullable Instant retryAt) {
}
