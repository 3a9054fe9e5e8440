// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record GpuPoint(
        @JsonProperty("at") Instant at,
        @JsonProperty("utilization_percent") @Nullable Double utilizationPercent,
        @JsonProperty("memory_used_bytes") @Nullable Double memoryUsedBytes,
        @JsonProperty("temperature_celsius") @Nullable Double temperatureCelsius,
        @JsonProperty("power_watts") @Nullable Double powerWatts) {
}
