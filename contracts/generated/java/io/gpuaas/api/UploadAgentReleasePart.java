// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record UploadAgentReleasePart(
        @JsonProperty("number") @NotNull @Min(0) @Max(255) Integer number,
        @JsonProperty("bytes") @NotNull @Size(min = 1, max = 700000) String bytes) {
}
