// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record RotateTaskSigningKey(
        @JsonProperty("reason") @NotNull @Size(min = 1, max = 500) @PlainText(lines = true) String reason,
        @JsonProperty("at_once") @Nullable Boolean atOnce) {
}
