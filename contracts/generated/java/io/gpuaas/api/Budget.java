// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ProjectId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Budget(
        @JsonProperty("project_id") @NotNull ProjectId projectId,
        @JsonProperty("monthly") @NotNull @Valid Money monthly,
        @JsonProperty("action") @NotNull String action,
        @JsonProperty("month") @NotNull String month,
        @JsonProperty("spent_nanos") @NotNull Long spentNanos,
        @JsonProperty("alerted_percent") @NotNull Integer alertedPercent) {
}
