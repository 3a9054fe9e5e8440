// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SetProjectEntitlement(
        @JsonProperty("versions") @NotNull @Size(min = 1, max = 200) @Pattern(regexp = "(?s:.*)(?:^(\\*|[<>=0-9A-Za-z. -]+)$)(?s:.*)") @PlainText String versions,
        @JsonProperty("overlay") @Size(min = 2, max = 65536) @Nullable String overlay,
        @JsonProperty("instances_max") @Min(0) @Max(10000) @Nullable Integer instancesMax,
        @JsonProperty("gpus_max") @Min(0) @Max(100000) @Nullable Integer gpusMax,
        @JsonProperty("roles") @Size(min = 1, max = 5) @Nullable List<DeployRole> roles) {

    public SetProjectEntitlement {
        roles = roles == null ? null : List.copyOf(roles);
    }
}
