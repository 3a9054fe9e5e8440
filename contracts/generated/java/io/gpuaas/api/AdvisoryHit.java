// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ArtifactId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AdvisoryHit(
        @JsonProperty("artifact_id") @NotNull ArtifactId artifactId,
        @JsonProperty("app") @NotNull String app,
        @JsonProperty("version") @NotNull String version,
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("digest") @NotNull String digest,
        @JsonProperty("package_version") @Nullable String packageVersion,
        @JsonProperty("certain") @NotNull Boolean certain,
        @JsonProperty("found_at") @NotNull Instant foundAt,
        @JsonProperty("acted_at") @Nullable Instant actedAt,
        @JsonProperty("revoked") @NotNull Boolean revoked,
        @JsonProperty("withheld") @NotNull Boolean withheld,
        @JsonProperty("app_versions") @NotNull List<String> appVersions) {

    public AdvisoryHit {
        appVersions = appVersions == null ? null : List.copyOf(appVersions);
    }
}
