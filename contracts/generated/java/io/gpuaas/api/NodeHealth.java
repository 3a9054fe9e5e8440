// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeHealth(
        @JsonProperty("heard_at") @NotNull Instant heardAt,
        @JsonProperty("boot_id") @Nullable String bootId,
        @JsonProperty("agent_version") @Nullable String agentVersion,
        @JsonProperty("clock_skew_milliseconds") @Nullable Long clockSkewMilliseconds,
        @JsonProperty("clock_skewed") @NotNull Boolean clockSkewed,
        @JsonProperty("load1") @Nullable Double load1,
        @JsonProperty("memory_total_bytes") @Nullable Long memoryTotalBytes,
        @JsonProperty("memory_used_bytes") @Nullable Long memoryUsedBytes,
        @JsonProperty("faults") @NotNull List<String> faults) {

    public NodeHealth {
        faults = faults == null ? null : List.copyOf(faults);
    }
}
