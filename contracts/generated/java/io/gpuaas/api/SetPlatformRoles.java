// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SetPlatformRoles(
        @JsonProperty("roles") @NotNull @Size(max = 4) List<PlatformRole> roles) {

    public SetPlatformRoles {
        roles = roles == null ? null : List.copyOf(roles);
    }
}
