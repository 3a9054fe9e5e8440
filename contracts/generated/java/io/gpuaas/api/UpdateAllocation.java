// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateAllocation(
        @JsonProperty("name") @Size(min = 1, max = 100) @Pattern(regexp = "(?s:.*)(?:\\S)(?s:.*)", message = "must not be blank") @PlainText @Nullable String name,
        @JsonProperty("labels") @PlainText @Nullable Map<String, String> labels,
        @JsonProperty("time_limit_seconds") @Min(0) @Max(31536000) @Nullable Long timeLimitSeconds,
        @JsonProperty("idle_release_seconds") @Min(0) @Max(2592000) @Nullable Long idleReleaseSeconds) {

    public UpdateAllocation {
        labels = labels == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
}
