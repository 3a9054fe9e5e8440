// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/** A unit apps can report in, and its size in the measure's own unit. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MeasureUnit(
        @JsonProperty("name") @NotNull @Size(min = 1, max = 40) @Pattern(regexp = "^[A-Za-z0-9][A-Za-z0-9_./-]*$") String name,
        @JsonProperty("factor") @NotNull @Size(min = 1, max = 40) @PlainText String factor) {
}
