// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentPackage(
        @JsonProperty("name") String name,
        @JsonProperty("kind") AgentPackageKind kind,
        @JsonProperty("architecture") String architecture,
        @JsonProperty("size_bytes") Long sizeBytes,
        @JsonProperty("sha256") String sha256,
        @JsonProperty("url") String url) {
}
