// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.PublishIntentId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record PublishIntent(
        @JsonProperty("id") PublishIntentId id,
        @JsonProperty("project_id") ProjectId projectId,
        @JsonProperty("app") String app,
        @JsonProperty("version") String version,
        @JsonProperty("state") PublishIntentState state,
        @JsonProperty("artifacts") List<PlannedArtifact> artifacts,
        @JsonProperty("registry_url") String registryUrl,
        @JsonProperty("repository") String repository,
        @JsonProperty("secret") @Nullable String secret,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("created_by") String createdBy,
        @JsonProperty("expires_at") Instant expiresAt,
        @JsonProperty("ended_at") @Nullable Instant endedAt) {

    public PublishIntent {
        artifacts = artifacts == null ? List.of() : List.copyOf(artifacts);
    }
}
