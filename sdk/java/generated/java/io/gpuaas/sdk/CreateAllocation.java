// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateAllocation(
        @JsonProperty("sku") String sku,
        @JsonProperty("count") Integer count,
        @JsonProperty("name") @Nullable String name,
        @JsonProperty("labels") @Nullable Map<String, String> labels,
        @JsonProperty("image") @Nullable String image,
        @JsonProperty("max_duration_seconds") @Nullable Long maxDurationSeconds,
        @JsonProperty("idle_release_seconds") @Nullable Long idleReleaseSeconds,
        @JsonProperty("queue") @Nullable Boolean queue,
        @JsonProperty("protected") @Nullable Boolean _protected) {

    public CreateAllocation {
        labels = labels == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
}
