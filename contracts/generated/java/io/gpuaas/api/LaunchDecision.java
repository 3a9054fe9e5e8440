// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ArtifactId;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record LaunchDecision(
        @JsonProperty("digest") @NotNull String digest,
        @JsonProperty("allowed") @NotNull Boolean allowed,
        @JsonProperty("artifact_id") @Nullable ArtifactId artifactId,
        @JsonProperty("reasons") @NotNull List<String> reasons,
        @JsonProperty("policy") @NotNull String policy) {

    public LaunchDecision {
        reasons = reasons == null ? null : List.copyOf(reasons);
    }
}
