// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record RolloutCounts(
        @JsonProperty("waiting") @NotNull Integer waiting,
        @JsonProperty("updating") @NotNull Integer updating,
        @JsonProperty("baking") @NotNull Integer baking,
        @JsonProperty("updated") @NotNull Integer updated,
        @JsonProperty("failed") @NotNull Integer failed,
        @JsonProperty("skipped") @NotNull Integer skipped,
        @JsonProperty("reverting") @NotNull Integer reverting,
        @JsonProperty("reverted") @NotNull Integer reverted,
        @JsonProperty("revert_failed") @NotNull Integer revertFailed) {
}
