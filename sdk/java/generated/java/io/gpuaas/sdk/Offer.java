// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A SKU as offered to a project. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Offer(
        @JsonProperty("name") String name,
        @JsonProperty("title") String title,
        @JsonProperty("shape") CapacityShape shape,
        @JsonProperty("gpu_model") String gpuModel,
        @JsonProperty("mig_profile") @Nullable String migProfile,
        @JsonProperty("gpu_memory_bytes") @Nullable Long gpuMemoryBytes,
        @JsonProperty("gpu_power_watts") @Nullable Integer gpuPowerWatts,
        @JsonProperty("interconnect") @Nullable String interconnect,
        @JsonProperty("typical_wait_seconds") @Nullable Long typicalWaitSeconds,
        @JsonProperty("in_fleet") Boolean inFleet,
        @JsonProperty("counts") List<Integer> counts,
        @JsonProperty("gpus_per_unit") Integer gpusPerUnit,
        @JsonProperty("unit") SkuUnit unit,
        @JsonProperty("region") @Nullable String region,
        @JsonProperty("zone") @Nullable String zone,
        @JsonProperty("isolation") IsolationModel isolation,
        @JsonProperty("images") List<String> images,
        @JsonProperty("price") @Nullable Price price,
        @JsonProperty("available") List<AvailableCapacity> available) {

    public Offer {
        counts = counts == null ? List.of() : List.copyOf(counts);
        images = images == null ? List.of() : List.copyOf(images);
        available = available == null ? List.of() : List.copyOf(available);
    }
}
