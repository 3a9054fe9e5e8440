// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ProjectId;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record DraftStatementLine(
        @JsonProperty("project_id") @Nullable ProjectId projectId,
        @JsonProperty("sku") @Nullable String sku,
        @JsonProperty("description") String description,
        @JsonProperty("gpu_seconds") Long gpuSeconds,
        @JsonProperty("amount") Money amount) {
}
