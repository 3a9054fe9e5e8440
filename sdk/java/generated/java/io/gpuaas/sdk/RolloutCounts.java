// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record RolloutCounts(
        @JsonProperty("waiting") Integer waiting,
        @JsonProperty("updating") Integer updating,
        @JsonProperty("baking") Integer baking,
        @JsonProperty("updated") Integer updated,
        @JsonProperty("failed") Integer failed,
        @JsonProperty("skipped") Integer skipped,
        @JsonProperty("reverting") Integer reverting,
        @JsonProperty("reverted") Integer reverted,
        @JsonProperty("revert_failed") Integer revertFailed) {
}
