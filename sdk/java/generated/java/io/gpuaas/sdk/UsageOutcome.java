// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record UsageOutcome(
        @JsonProperty("record_id") String recordId,
        @JsonProperty("outcome") String outcome,
        @JsonProperty("code") @Nullable String code,
        @JsonProperty("message") @Nullable String message,
        @JsonProperty("amount") @Nullable Money amount) {
}
