// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentPackage(
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("kind") @NotNull AgentPackageKind kind,
        @JsonProperty("architecture") @NotNull String architecture,
        @JsonProperty("size_bytes") @NotNull Long sizeBytes,
        @JsonProperty("sha256") @NotNull String sha256,
        @JsonProperty("url") @NotNull String url) {
}
