// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Sku(
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("title") @NotNull String title,
        @JsonProperty("shape") @NotNull CapacityShape shape,
        @JsonProperty("gpu_model") @NotNull String gpuModel,
        @JsonProperty("mig_profile") @Nullable String migProfile,
        @JsonProperty("counts") @NotNull List<Integer> counts,
        @JsonProperty("gpus_per_unit") @NotNull Integer gpusPerUnit,
        @JsonProperty("unit") @NotNull @Valid SkuUnit unit,
        @JsonProperty("region") @Nullable String region,
        @JsonProperty("zone") @Nullable String zone,
        @JsonProperty("isolation") @NotNull IsolationModel isolation,
        @JsonProperty("images") @NotNull List<String> images,
        @JsonProperty("tenant_ids") @Nullable List<TenantId> tenantIds,
        @JsonProperty("price") @Valid @Nullable Price price,
        @JsonProperty("retired_at") @Nullable Instant retiredAt,
        @JsonProperty("version") @NotNull Long version) {

    public Sku {
        counts = counts == null ? null : List.copyOf(counts);
        images = images == null ? null : List.copyOf(images);
        tenantIds = tenantIds == null ? null : List.copyOf(tenantIds);
    }
}
