// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeGpu(
        @JsonProperty("uuid") String uuid,
        @JsonProperty("pci_address") String pciAddress,
        @JsonProperty("model") @Nullable String model,
        @JsonProperty("memory_bytes") @Nullable Long memoryBytes,
        @JsonProperty("power_limit_watts") @Nullable Integer powerLimitWatts,
        @JsonProperty("state") GpuState state,
        @JsonProperty("state_reason") @Nullable String stateReason,
        @JsonProperty("state_since") Instant stateSince,
        @JsonProperty("reported_fault") @Nullable String reportedFault,
        @JsonProperty("reported_at") @Nullable Instant reportedAt) {
}
