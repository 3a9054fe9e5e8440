// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.ReservationId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Reservation(
        @JsonProperty("id") @NotNull ReservationId id,
        @JsonProperty("project_id") @NotNull ProjectId projectId,
        @JsonProperty("sku") @NotNull String sku,
        @JsonProperty("count") @NotNull Integer count,
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("starts_at") @NotNull Instant startsAt,
        @JsonProperty("ends_at") @NotNull Instant endsAt,
        @JsonProperty("state") @NotNull ReservationState state,
        @JsonProperty("message") @Nullable String message,
        @JsonProperty("allocation_id") @Nullable AllocationId allocationId,
        @JsonProperty("created_at") @NotNull Instant createdAt,
        @JsonProperty("created_by") @NotNull String createdBy) {
}
