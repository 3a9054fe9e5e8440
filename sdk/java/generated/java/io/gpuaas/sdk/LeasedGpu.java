// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record LeasedGpu(
        @JsonProperty("gpu_uuid") String gpuUuid,
        @JsonProperty("pci_address") String pciAddress,
        @JsonProperty("numa_node") Integer numaNode) {
}
