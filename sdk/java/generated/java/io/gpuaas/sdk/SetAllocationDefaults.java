// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** An absent field means that new allocations have no such limit. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SetAllocationDefaults(
        @JsonProperty("max_duration_seconds") @Nullable Long maxDurationSeconds,
        @JsonProperty("idle_release_seconds") @Nullable Long idleReleaseSeconds) {
}
