// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ProjectId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProjectEntitlement(
        @JsonProperty("project_id") ProjectId projectId,
        @JsonProperty("app") String app,
        @JsonProperty("versions") String versions,
        @JsonProperty("overlay") @Nullable String overlay,
        @JsonProperty("instances_max") @Nullable Integer instancesMax,
        @JsonProperty("gpus_max") @Nullable Integer gpusMax,
        @JsonProperty("roles") List<DeployRole> roles,
        @JsonProperty("changed_at") Instant changedAt,
        @JsonProperty("changed_by") String changedBy) {

    public ProjectEntitlement {
        roles = roles == null ? List.of() : List.copyOf(roles);
    }
}
