// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.PrincipalId;
import jakarta.validation.constraints.NotNull;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Member(
        @JsonProperty("principal_id") @NotNull PrincipalId principalId,
        @JsonProperty("kind") @NotNull PrincipalKind kind,
        @JsonProperty("display_name") @NotNull String displayName,
        @JsonProperty("role") @NotNull String role) {
}
