// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppChannel(
        @JsonProperty("channel") @NotNull AppChannelName channel,
        @JsonProperty("version") @NotNull String version,
        @JsonProperty("moved_at") @NotNull Instant movedAt) {
}
