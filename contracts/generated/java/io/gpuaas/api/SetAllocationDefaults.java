// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/** An absent field means that new allocations have no such limit. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SetAllocationDefaults(
        @JsonProperty("max_duration_seconds") @Min(60) @Max(31536000) @Nullable Long maxDurationSeconds,
        @JsonProperty("idle_release_seconds") @Min(600) @Max(2592000) @Nullable Long idleReleaseSeconds) {
}
