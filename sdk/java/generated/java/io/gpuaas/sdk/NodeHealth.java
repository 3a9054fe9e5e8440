// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeHealth(
        @JsonProperty("heard_at") Instant heardAt,
        @JsonProperty("boot_id") @Nullable String bootId,
        @JsonProperty("agent_version") @Nullable String agentVersion,
        @JsonProperty("clock_skew_milliseconds") @Nullable Long clockSkewMilliseconds,
        @JsonProperty("clock_skewed") Boolean clockSkewed,
        @JsonProperty("load1") @Nullable Double load1,
        @JsonProperty("memory_total_bytes") @Nullable Long memoryTotalBytes,
        @JsonProperty("memory_used_bytes") @Nullable Long memoryUsedBytes,
        @JsonProperty("faults") List<String> faults) {

    public NodeHealth {
        faults = faults == null ? List.of() : List.copyOf(faults);
    }
}
