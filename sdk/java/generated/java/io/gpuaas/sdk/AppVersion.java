// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AppVersionId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppVersion(
        @JsonProperty("id") AppVersionId id,
        @JsonProperty("app") String app,
        @JsonProperty("version") String version,
        @JsonProperty("state") AppVersionState state,
        @JsonProperty("digest") String digest,
        @JsonProperty("profile") String profile,
        @JsonProperty("title") String title,
        @JsonProperty("summary") String summary,
        @JsonProperty("reviewed") Boolean reviewed,
        @JsonProperty("suspended") Boolean suspended,
        @JsonProperty("suspension_reason") @Nullable String suspensionReason,
        @JsonProperty("artifacts") List<AppArtifact> artifacts,
        @JsonProperty("findings") List<ManifestFinding> findings,
        @JsonProperty("channels") List<AppChannelName> channels,
        @JsonProperty("decision") @Nullable AppReviewDecision decision,
        @JsonProperty("deprecation") @Nullable AppDeprecation deprecation,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("created_by") @Nullable String createdBy,
        @JsonProperty("submitted_at") @Nullable Instant submittedAt,
        @JsonProperty("published_at") @Nullable Instant publishedAt,
        @JsonProperty("manifest") @Nullable String manifest) {

    public AppVersion {
        artifacts = artifacts == null ? List.of() : List.copyOf(artifacts);
        findings = findings == null ? List.of() : List.copyOf(findings);
        channels = channels == null ? List.of() : List.copyOf(channels);
    }
}
