// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ProjectId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record DraftStatementLine(
        @JsonProperty("project_id") @Nullable ProjectId projectId,
        @JsonProperty("sku") @Nullable String sku,
        @JsonProperty("description") @NotNull String description,
        @JsonProperty("gpu_seconds") @NotNull Long gpuSeconds,
        @JsonProperty("amount") @NotNull @Valid Money amount) {
}
