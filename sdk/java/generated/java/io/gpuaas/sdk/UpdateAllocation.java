// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateAllocation(
        @JsonProperty("name") @Nullable String name,
        @JsonProperty("labels") @Nullable Map<String, String> labels,
        @JsonProperty("time_limit_seconds") @Nullable Long timeLimitSeconds,
        @JsonProperty("idle_release_seconds") @Nullable Long idleReleaseSeconds) {

    public UpdateAllocation {
        labels = labels == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
}
