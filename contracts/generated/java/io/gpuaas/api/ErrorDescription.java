// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ErrorDescription(
        @JsonProperty("code") @NotNull String code,
        @JsonProperty("status") @NotNull Integer status,
        @JsonProperty("blame") @NotNull Blame blame,
        @JsonProperty("title") @NotNull String title,
        @JsonProperty("explanation") @NotNull String explanation) {
}
