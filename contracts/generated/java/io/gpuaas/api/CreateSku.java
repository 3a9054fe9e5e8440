// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateSku(
        @JsonProperty("name") @NotNull @Size(min = 2, max = 63) @Pattern(regexp = "^[a-z0-9]([a-z0-9.+-]*[a-z0-9])?$") String name,
        @JsonProperty("title") @NotNull @Size(min = 1, max = 100) @Pattern(regexp = "(?s:.*)(?:\\S)(?s:.*)", message = "must not be blank") @PlainText String title,
        @JsonProperty("shape") @NotNull CapacityShape shape,
        @JsonProperty("gpu_model") @NotNull @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$") String gpuModel,
        @JsonProperty("mig_profile") @Size(min = 1, max = 20) @PlainText @Nullable String migProfile,
        @JsonProperty("counts") @NotNull @Size(min = 1, max = 16) List<@Min(1) @Max(64)Integer> counts,
        @JsonProperty("gpus_per_unit") @Min(1) @Max(64) @Nullable Integer gpusPerUnit,
        @JsonProperty("unit") @NotNull @Valid SkuUnit unit,
        @JsonProperty("region") @Size(min = 1, max = 63) @PlainText @Nullable String region,
        @JsonProperty("zone") @Size(min = 1, max = 63) @PlainText @Nullable String zone,
        @JsonProperty("isolation") @NotNull IsolationModel isolation,
        @JsonProperty("images") @NotNull @Size(min = 1, max = 50) @PlainText List<@Size(min = 1, max = 100)String> images,
        @JsonProperty("tenant_ids") @Size(max = 1000) @Nullable List<TenantId> tenantIds) {

    public CreateSku {
        counts = counts == null ? null : List.copyOf(counts);
        images = images == null ? null : List.copyOf(images);
        tenantIds = tenantIds == null ? null : List.copyOf(tenantIds);
    }
}
