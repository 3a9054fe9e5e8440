// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ProjectId;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** Invites a person to the tenant with a tenant role, or to one of its projects with a project role. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateInvitation(
        @JsonProperty("email") @NotNull @Size(min = 3, max = 254) @Pattern(regexp = "^[^@\\s\\x00-\\x1f]+@[^@\\s\\x00-\\x1f]+$") @PlainText String email,
        @JsonProperty("tenant_role") @Nullable TenantRole tenantRole,
        @JsonProperty("project_id") @Nullable ProjectId projectId,
        @JsonProperty("project_role") @Nullable ProjectRole projectRole) {
}
