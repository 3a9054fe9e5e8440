// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SetProjectEntitlement(
        @JsonProperty("versions") String versions,
        @JsonProperty("overlay") @Nullable String overlay,
        @JsonProperty("instances_max") @Nullable Integer instancesMax,
        @JsonProperty("gpus_max") @Nullable Integer gpusMax,
        @JsonProperty("roles") @Nullable List<DeployRole> roles) {

    public SetProjectEntitlement {
        roles = roles == null ? null : List.copyOf(roles);
    }
}
