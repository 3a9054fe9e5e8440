// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record TaskSigningKey(
        @JsonProperty("key_id") @NotNull String keyId,
        @JsonProperty("created_at") @NotNull Instant createdAt,
        @JsonProperty("signs_from") @NotNull Instant signsFrom) {
}
