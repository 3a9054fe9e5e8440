// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.LeaseId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SlotLease(
        @JsonProperty("lease_id") @NotNull LeaseId leaseId,
        @JsonProperty("allocation_id") @NotNull AllocationId allocationId,
        @JsonProperty("tenant_id") @NotNull TenantId tenantId,
        @JsonProperty("project_id") @NotNull ProjectId projectId,
        @JsonProperty("sku") @NotNull String sku,
        @JsonProperty("fencing_token") @NotNull Long fencingToken,
        @JsonProperty("memory_start") @Nullable Integer memoryStart,
        @JsonProperty("memory_slices") @Nullable Integer memorySlices,
        @JsonProperty("taken_at") @NotNull Instant takenAt) {
}
