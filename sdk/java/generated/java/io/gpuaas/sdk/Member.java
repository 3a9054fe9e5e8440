// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.PrincipalId;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Member(
        @JsonProperty("principal_id") PrincipalId principalId,
        @JsonProperty("kind") PrincipalKind kind,
        @JsonProperty("display_name") String displayName,
        @JsonProperty("role") String role) {
}
