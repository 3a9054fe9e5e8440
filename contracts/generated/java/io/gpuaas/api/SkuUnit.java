// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/** The resources included with one unit. A unit is a GPU of a slice, a host, or a MIG instance. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SkuUnit(
        @JsonProperty("vcpus") @NotNull @Min(1) @Max(1024) Integer vcpus,
        @JsonProperty("memory_bytes") @NotNull @Min(1) @Max(9007199254740991L) Long memoryBytes,
        @JsonProperty("nvme_bytes") @NotNull @Min(0) @Max(9007199254740991L) Long nvmeBytes) {
}
