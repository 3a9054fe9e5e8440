// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AllocationId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AllocationEvent(
        @JsonProperty("allocation_id") AllocationId allocationId,
        @JsonProperty("sequence") Long sequence,
        @JsonProperty("at") Instant at,
        @JsonProperty("kind") String kind,
        @JsonProperty("state") AllocationState state,
        @JsonProperty("phase") @Nullable AllocationPhase phase,
        @JsonProperty("code") @Nullable String code,
        @JsonProperty("message") @Nullable String message,
        @JsonProperty("by") @Nullable String by) {
}
