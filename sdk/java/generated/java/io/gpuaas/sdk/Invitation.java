// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.InvitationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Invitation(
        @JsonProperty("id") InvitationId id,
        @JsonProperty("tenant_id") TenantId tenantId,
        @JsonProperty("project_id") @Nullable ProjectId projectId,
        @JsonProperty("email") String email,
        @JsonProperty("role") String role,
        @JsonProperty("state") InvitationState state,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("expires_at") Instant expiresAt,
        @JsonProperty("invited_by") @Nullable PrincipalId invitedBy,
        @JsonProperty("letter_sent_at") @Nullable Instant letterSentAt,
        @JsonProperty("letter_stays_here") @Nullable Boolean letterStaysHere) {
}
