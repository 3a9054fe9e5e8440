// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AppRequestId;
import io.gpuaas.kernel.ProjectId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppRequest(
        @JsonProperty("id") @NotNull AppRequestId id,
        @JsonProperty("project_id") @NotNull ProjectId projectId,
        @JsonProperty("app") @NotNull String app,
        @JsonProperty("state") @NotNull AppRequestState state,
        @JsonProperty("message") @NotNull String message,
        @JsonProperty("created_at") @NotNull Instant createdAt,
        @JsonProperty("created_by") @NotNull String createdBy,
        @JsonProperty("decided_at") @Nullable Instant decidedAt,
        @JsonProperty("decided_by") @Nullable String decidedBy,
        @JsonProperty("answer") @Nullable String answer) {
}
