// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

/** The resources included with one unit. A unit is a GPU of a slice, a host, or a MIG instance. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SkuUnit(
        @JsonProperty("vcpus") Integer vcpus,
        @JsonProperty("memory_bytes") Long memoryBytes,
        @JsonProperty("nvme_bytes") Long nvmeBytes) {
}
