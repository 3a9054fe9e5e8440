// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeRunning(
        @JsonProperty("kind") String kind,
        @JsonProperty("id") String id,
        @JsonProperty("missing") Boolean missing,
        @JsonProperty("checked_at") Instant checkedAt) {
}
