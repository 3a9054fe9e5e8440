// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppChannel(
        @JsonProperty("channel") AppChannelName channel,
        @JsonProperty("version") String version,
        @JsonProperty("moved_at") Instant movedAt) {
}
