// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.PublishIntentId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record PublishIntent(
        @JsonProperty("id") @NotNull PublishIntentId id,
        @JsonProperty("project_id") @NotNull ProjectId projectId,
        @JsonProperty("app") @NotNull String app,
        @JsonProperty("version") @NotNull String version,
        @JsonProperty("state") @NotNull PublishIntentState state,
        @JsonProperty("artifacts") @NotNull List<@Valid PlannedArtifact> artifacts,
        @JsonProperty("registry_url") @NotNull String registryUrl,
        @JsonProperty("repository") @NotNull String repository,
        @JsonProperty("secret") @Nullable String secret,
        @JsonProperty("created_at") @NotNull Instant createdAt,
        @JsonProperty("created_by") @NotNull String createdBy,
        @JsonProperty("expires_at") @NotNull Instant expiresAt,
        @JsonProperty("ended_at") @Nullable Instant endedAt) {

    public PublishIntent {
        artifacts = artifacts == null ? null : List.copyOf(artifacts);
    }
}
