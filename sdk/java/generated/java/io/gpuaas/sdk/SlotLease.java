// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.LeaseId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SlotLease(
        @JsonProperty("lease_id") LeaseId leaseId,
        @JsonProperty("allocation_id") AllocationId allocationId,
        @JsonProperty("tenant_id") TenantId tenantId,
        @JsonProperty("project_id") ProjectId projectId,
        @JsonProperty("sku") String sku,
        @JsonProperty("fencing_token") Long fencingToken,
        @JsonProperty("memory_start") @Nullable Integer memoryStart,
        @JsonProperty("memory_slices") @Nullable Integer memorySlices,
        @JsonProperty("taken_at") Instant takenAt) {
}
