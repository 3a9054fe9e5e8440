// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeCheck(
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("state") @NotNull NodeCheckState state,
        @JsonProperty("finding") @NotNull String finding,
        @JsonProperty("action") @Nullable String action) {
}
