// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ManifestChange(
        @JsonProperty("pointer") @NotNull String pointer,
        @JsonProperty("area") @NotNull ChangeArea area,
        @JsonProperty("before") @Nullable String before,
        @JsonProperty("after") @Nullable String after) {
}
