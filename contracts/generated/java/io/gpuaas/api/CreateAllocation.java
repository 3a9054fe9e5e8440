// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateAllocation(
        @JsonProperty("sku") @NotNull @Size(min = 1, max = 100) @PlainText String sku,
        @JsonProperty("count") @NotNull @Min(1) @Max(1024) Integer count,
        @JsonProperty("name") @Size(min = 1, max = 100) @Pattern(regexp = "(?s:.*)(?:\\S)(?s:.*)", message = "must not be blank") @PlainText @Nullable String name,
        @JsonProperty("labels") @PlainText @Nullable Map<String, String> labels,
        @JsonProperty("image") @Size(min = 1, max = 200) @PlainText @Nullable String image,
        @JsonProperty("max_duration_seconds") @Min(60) @Max(31536000) @Nullable Long maxDurationSeconds,
        @JsonProperty("idle_release_seconds") @Min(600) @Max(2592000) @Nullable Long idleReleaseSeconds,
        @JsonProperty("queue") @Nullable Boolean queue,
        @JsonProperty("protected") @Nullable Boolean _protected) {

    public CreateAllocation {
        labels = labels == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
}
