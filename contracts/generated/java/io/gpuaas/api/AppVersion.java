// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AppVersionId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppVersion(
        @JsonProperty("id") @NotNull AppVersionId id,
        @JsonProperty("app") @NotNull String app,
        @JsonProperty("version") @NotNull String version,
        @JsonProperty("state") @NotNull AppVersionState state,
        @JsonProperty("digest") @NotNull String digest,
        @JsonProperty("profile") @NotNull String profile,
        @JsonProperty("title") @NotNull String title,
        @JsonProperty("summary") @NotNull String summary,
        @JsonProperty("reviewed") @NotNull Boolean reviewed,
        @JsonProperty("suspended") @NotNull Boolean suspended,
        @JsonProperty("suspension_reason") @Nullable String suspensionReason,
        @JsonProperty("artifacts") @NotNull List<@Valid AppArtifact> artifacts,
        @JsonProperty("findings") @NotNull List<@Valid ManifestFinding> findings,
        @JsonProperty("channels") @NotNull List<AppChannelName> channels,
        @JsonProperty("decision") @Valid @Nullable AppReviewDecision decision,
        @JsonProperty("deprecation") @Valid @Nullable AppDeprecation deprecation,
        @JsonProperty("created_at") @NotNull Instant createdAt,
        @JsonProperty("created_by") @Nullable String createdBy,
        @JsonProperty("submitted_at") @Nullable Instant submittedAt,
        @JsonProperty("published_at") @Nullable Instant publishedAt,
        @JsonProperty("manifest") @Nullable String manifest) {

    public AppVersion {
        artifacts = artifacts == null ? null : List.copyOf(artifacts);
        findings = findings == null ? null : List.copyOf(findings);
        channels = channels == null ? null : List.copyOf(channels);
    }
}
