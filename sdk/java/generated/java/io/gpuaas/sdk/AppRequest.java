// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AppRequestId;
import io.gpuaas.kernel.ProjectId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppRequest(
        @JsonProperty("id") AppRequestId id,
        @JsonProperty("project_id") ProjectId projectId,
        @JsonProperty("app") String app,
        @JsonProperty("state") AppRequestState state,
        @JsonProperty("message") String message,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("created_by") String createdBy,
        @JsonProperty("decided_at") @Nullable Instant decidedAt,
        @JsonProperty("decided_by") @Nullable String decidedBy,
        @JsonProperty("answer") @Nullable String answer) {
}
