// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Grant(
        @JsonProperty("role") String role,
        @JsonProperty("tenant_id") @Nullable TenantId tenantId,
        @JsonProperty("project_id") @Nullable ProjectId projectId,
        @JsonProperty("permissions") List<String> permissions) {

    public Grant {
        permissions = permissions == null ? List.of() : List.copyOf(permissions);
    }
}
