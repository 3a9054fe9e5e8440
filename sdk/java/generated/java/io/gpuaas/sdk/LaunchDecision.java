// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ArtifactId;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record LaunchDecision(
        @JsonProperty("digest") String digest,
        @JsonProperty("allowed") Boolean allowed,
        @JsonProperty("artifact_id") @Nullable ArtifactId artifactId,
        @JsonProperty("reasons") List<String> reasons,
        @JsonProperty("policy") String policy) {

    public LaunchDecision {
        reasons = reasons == null ? List.of() : List.copyOf(reasons);
    }
}
