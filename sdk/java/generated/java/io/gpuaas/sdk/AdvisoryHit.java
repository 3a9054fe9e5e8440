// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ArtifactId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AdvisoryHit(
        @JsonProperty("artifact_id") ArtifactId artifactId,
        @JsonProperty("app") String app,
        @JsonProperty("version") String version,
        @JsonProperty("name") String name,
        @JsonProperty("digest") String digest,
        @JsonProperty("package_version") @Nullable String packageVersion,
        @JsonProperty("certain") Boolean certain,
        @JsonProperty("found_at") Instant foundAt,
        @JsonProperty("acted_at") @Nullable Instant actedAt,
        @JsonProperty("revoked") Boolean revoked,
        @JsonProperty("withheld") Boolean withheld,
        @JsonProperty("app_versions") List<String> appVersions) {

    public AdvisoryHit {
        appVersions = appVersions == null ? List.of() : List.copyOf(appVersions);
    }
}
