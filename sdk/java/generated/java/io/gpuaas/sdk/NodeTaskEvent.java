// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeTaskEvent(
        @JsonProperty("attempt") Integer attempt,
        @JsonProperty("index") Integer index,
        @JsonProperty("at") Instant at,
        @JsonProperty("kind") String kind,
        @JsonProperty("phase") @Nullable String phase,
        @JsonProperty("text") @Nullable String text) {
}
