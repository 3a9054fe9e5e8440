// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.ReservationId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Reservation(
        @JsonProperty("id") ReservationId id,
        @JsonProperty("project_id") ProjectId projectId,
        @JsonProperty("sku") String sku,
        @JsonProperty("count") Integer count,
        @JsonProperty("name") String name,
        @JsonProperty("starts_at") Instant startsAt,
        @JsonProperty("ends_at") Instant endsAt,
        @JsonProperty("state") ReservationState state,
        @JsonProperty("message") @Nullable String message,
        @JsonProperty("allocation_id") @Nullable AllocationId allocationId,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("created_by") String createdBy) {
}
