// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ProjectId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProjectEntitlement(
        @JsonProperty("project_id") @NotNull ProjectId projectId,
        @JsonProperty("app") @NotNull String app,
        @JsonProperty("versions") @NotNull String versions,
        @JsonProperty("overlay") @Nullable String overlay,
        @JsonProperty("instances_max") @Nullable Integer instancesMax,
        @JsonProperty("gpus_max") @Nullable Integer gpusMax,
        @JsonProperty("roles") @NotNull List<DeployRole> roles,
        @JsonProperty("changed_at") @NotNull Instant changedAt,
        @JsonProperty("changed_by") @NotNull String changedBy) {

    public ProjectEntitlement {
        roles = roles == null ? null : List.copyOf(roles);
    }
}
