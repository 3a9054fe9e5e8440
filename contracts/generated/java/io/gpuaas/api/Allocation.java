// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Allocation(
        @JsonProperty("id") @NotNull AllocationId id,
        @JsonProperty("tenant_id") @NotNull TenantId tenantId,
        @JsonProperty("project_id") @NotNull ProjectId projectId,
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("labels") @NotNull Map<String, String> labels,
        @JsonProperty("sku") @NotNull String sku,
        @JsonProperty("count") @NotNull Integer count,
        @JsonProperty("image") @Nullable String image,
        @JsonProperty("state") @NotNull AllocationState state,
        @JsonProperty("state_since") @NotNull Instant stateSince,
        @JsonProperty("phase") @Nullable AllocationPhase phase,
        @JsonProperty("phase_since") @Nullable Instant phaseSince,
        @JsonProperty("attempt") @Nullable Integer attempt,
        @JsonProperty("stuck_since") @Nullable Instant stuckSince,
        @JsonProperty("version") @NotNull Long version,
        @JsonProperty("protected") @NotNull Boolean _protected,
        @JsonProperty("created_at") @NotNull Instant createdAt,
        @JsonProperty("created_by") @NotNull String createdBy,
        @JsonProperty("active_at") @Nullable Instant activeAt,
        @JsonProperty("ended_at") @Nullable Instant endedAt,
        @JsonProperty("max_duration_seconds") @Nullable Long maxDurationSeconds,
        @JsonProperty("expires_at") @Nullable Instant expiresAt,
        @JsonProperty("degraded") @Valid @Nullable AllocationDegraded degraded,
        @JsonProperty("idle_since") @Nullable Instant idleSince,
        @JsonProperty("idle_release_seconds") @Nullable Long idleReleaseSeconds,
        @JsonProperty("idle_release_at") @Nullable Instant idleReleaseAt,
        @JsonProperty("failure") @Valid @Nullable AllocationFailure failure,
        @JsonProperty("release_charged_since") @Nullable Instant releaseChargedSince,
        @JsonProperty("queue") @Valid @Nullable AllocationQueuePlace queue,
        @JsonProperty("access") @Valid @Nullable AllocationAccess access,
        @JsonProperty("lease") @Valid @Nullable AllocationLease lease,
        @JsonProperty("simulated") @Nullable Boolean simulated,
        @JsonProperty("hourly_cost") @Valid @Nullable HourlyCost hourlyCost) {

    public Allocation {
        labels = labels == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
}
