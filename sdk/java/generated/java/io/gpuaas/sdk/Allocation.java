// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Allocation(
        @JsonProperty("id") AllocationId id,
        @JsonProperty("tenant_id") TenantId tenantId,
        @JsonProperty("project_id") ProjectId projectId,
        @JsonProperty("name") String name,
        @JsonProperty("labels") Map<String, String> labels,
        @JsonProperty("sku") String sku,
        @JsonProperty("count") Integer count,
        @JsonProperty("image") @Nullable String image,
        @JsonProperty("state") AllocationState state,
        @JsonProperty("state_since") Instant stateSince,
        @JsonProperty("phase") @Nullable AllocationPhase phase,
        @JsonProperty("phase_since") @Nullable Instant phaseSince,
        @JsonProperty("attempt") @Nullable Integer attempt,
        @JsonProperty("stuck_since") @Nullable Instant stuckSince,
        @JsonProperty("version") Long version,
        @JsonProperty("protected") Boolean _protected,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("created_by") String createdBy,
        @JsonProperty("active_at") @Nullable Instant activeAt,
        @JsonProperty("ended_at") @Nullable Instant endedAt,
        @JsonProperty("max_duration_seconds") @Nullable Long maxDurationSeconds,
        @JsonProperty("expires_at") @Nullable Instant expiresAt,
        @JsonProperty("degraded") @Nullable AllocationDegraded degraded,
        @JsonProperty("idle_since") @Nullable Instant idleSince,
        @JsonProperty("idle_release_seconds") @Nullable Long idleReleaseSeconds,
        @JsonProperty("idle_release_at") @Nullable Instant idleReleaseAt,
        @JsonProperty("failure") @Nullable AllocationFailure failure,
        @JsonProperty("release_charged_since") @Nullable Instant releaseChargedSince,
        @JsonProperty("queue") @Nullable AllocationQueuePlace queue,
        @JsonProperty("access") @Nullable AllocationAccess access,
        @JsonProperty("lease") @Nullable AllocationLease lease,
        @JsonProperty("simulated") @Nullable Boolean simulated,
        @JsonProperty("hourly_cost") @Nullable HourlyCost hourlyCost) {

    public Allocation {
        labels = labels == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
}
