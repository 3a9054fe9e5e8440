// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateLogStream(
        @JsonProperty("source") @NotNull NodeLogSource source,
        @JsonProperty("tail_lines") @Min(0) @Max(10000) @Nullable Integer tailLines,
        @JsonProperty("follow") @Nullable Boolean follow) {
}
