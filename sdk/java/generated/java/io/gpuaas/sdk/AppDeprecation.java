// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppDeprecation(
        @JsonProperty("message") String message,
        @JsonProperty("successor") @Nullable String successor,
        @JsonProperty("sunset_at") @Nullable Instant sunsetAt,
        @JsonProperty("deprecated_at") Instant deprecatedAt) {
}
