// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SetPolicy(
        @JsonProperty("value") @NotNull @Size(max = 500) @PlainText String value,
        @JsonProperty("reason") @Size(max = 500) @PlainText(lines = true) @Nullable String reason) {
}
