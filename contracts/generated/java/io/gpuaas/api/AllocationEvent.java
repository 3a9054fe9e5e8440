// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AllocationId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AllocationEvent(
        @JsonProperty("allocation_id") @NotNull AllocationId allocationId,
        @JsonProperty("sequence") @NotNull Long sequence,
        @JsonProperty("at") @NotNull Instant at,
        @JsonProperty("kind") @NotNull String kind,
        @JsonProperty("state") @NotNull AllocationState state,
        @JsonProperty("phase") @Nullable AllocationPhase phase,
        @JsonProperty("code") @Nullable String code,
        @JsonProperty("message") @Nullable String message,
        @JsonProperty("by") @Nullable String by) {
}
