// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ProjectId;
import org.jspecify.annotations.Nullable;

/** Invites a person to the tenant with a tenant role, or to one of its projects with a project role. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateInvitation(
        @JsonProperty("email") String email,
        @JsonProperty("tenant_role") @Nullable TenantRole tenantRole,
        @JsonProperty("project_id") @Nullable ProjectId projectId,
        @JsonProperty("project_role") @Nullable ProjectRole projectRole) {
}
