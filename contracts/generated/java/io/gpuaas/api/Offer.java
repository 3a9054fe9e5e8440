// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A SKU as offered to a project. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Offer(
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("title") @NotNull String title,
        @JsonProperty("shape") @NotNull CapacityShape shape,
        @JsonProperty("gpu_model") @NotNull String gpuModel,
        @JsonProperty("mig_profile") @Nullable String migProfile,
        @JsonProperty("gpu_memory_bytes") @Nullable Long gpuMemoryBytes,
        @JsonProperty("gpu_power_watts") @Nullable Integer gpuPowerWatts,
        @JsonProperty("interconnect") @Nullable String interconnect,
        @JsonProperty("typical_wait_seconds") @Nullable Long typicalWaitSeconds,
        @JsonProperty("in_fleet") @NotNull Boolean inFleet,
        @JsonProperty("counts") @NotNull List<Integer> counts,
        @JsonProperty("gpus_per_unit") @NotNull Integer gpusPerUnit,
        @JsonProperty("unit") @NotNull @Valid SkuUnit unit,
        @JsonProperty("region") @Nullable String region,
        @JsonProperty("zone") @Nullable String zone,
        @JsonProperty("isolation") @NotNull IsolationModel isolation,
        @JsonProperty("images") @NotNull List<String> images,
        @JsonProperty("price") @Valid @Nullable Price price,
        @JsonProperty("available") @NotNull List<@Valid AvailableCapacity> available) {

    public Offer {
        counts = counts == null ? null : List.copyOf(counts);
        images = images == null ? null : List.copyOf(images);
        available = available == null ? null : List.copyOf(available);
    }
}
