// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ProjectId;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Budget(
        @JsonProperty("project_id") ProjectId projectId,
        @JsonProperty("monthly") Money monthly,
        @JsonProperty("action") String action,
        @JsonProperty("month") String month,
        @JsonProperty("spent_nanos") Long spentNanos,
        @JsonProperty("alerted_percent") Integer alertedPercent) {
}
