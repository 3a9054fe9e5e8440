// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppEntitlement(
        @JsonProperty("app") @NotNull String app,
        @JsonProperty("version") @NotNull String version,
        @JsonProperty("allowed") @NotNull Boolean allowed,
        @JsonProperty("reason") @Nullable String reason,
        @JsonProperty("changed_by") @Nullable EntitlementLevel changedBy,
        @JsonProperty("versions") @Nullable String versions,
        @JsonProperty("overlay") @Nullable String overlay,
        @JsonProperty("locked_parameters") @Nullable List<@Valid LockedParameter> lockedParameters,
        @JsonProperty("instances_max") @Nullable Integer instancesMax,
        @JsonProperty("gpus_max") @Nullable Integer gpusMax) {

    public AppEntitlement {
        lockedParameters = lockedParameters == null ? null : List.copyOf(lockedParameters);
    }
}
