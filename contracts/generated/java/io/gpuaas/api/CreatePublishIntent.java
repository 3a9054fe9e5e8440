// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreatePublishIntent(
        @JsonProperty("app") @NotNull @Size(min = 4, max = 95) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*/[a-z][a-z0-9]*(-[a-z0-9]+)*$") String app,
        @JsonProperty("version") @NotNull @Size(min = 1, max = 64) @Pattern(regexp = "^[a-zA-Z0-9][a-zA-Z0-9._+-]*$") String version,
        @JsonProperty("artifacts") @NotNull @Size(min = 1, max = 20) List<@Valid PlannedArtifact> artifacts) {

    public CreatePublishIntent {
        artifacts = artifacts == null ? null : List.copyOf(artifacts);
    }
}
