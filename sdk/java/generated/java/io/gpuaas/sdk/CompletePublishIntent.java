// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CompletePublishIntent(
        @JsonProperty("artifacts") List<PushedArtifact> artifacts) {

    public CompletePublishIntent {
        artifacts = artifacts == null ? List.of() : List.copyOf(artifacts);
    }
}
