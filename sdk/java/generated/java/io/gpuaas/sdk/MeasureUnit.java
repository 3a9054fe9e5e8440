// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

/** A unit apps can report in, and its size in the measure's own unit. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MeasureUnit(
        @JsonProperty("name") String name,
        @JsonProperty("factor") String factor) {
}
