// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record TenantEntitlement(
        @JsonProperty("tenant_id") @NotNull TenantId tenantId,
        @JsonProperty("app") @NotNull String app,
        @JsonProperty("granted") @NotNull Boolean granted,
        @JsonProperty("versions") @NotNull String versions,
        @JsonProperty("may_share_by_link") @NotNull Boolean mayShareByLink,
        @JsonProperty("may_be_public") @NotNull Boolean mayBePublic,
        @JsonProperty("changed_at") @NotNull Instant changedAt,
        @JsonProperty("changed_by") @NotNull String changedBy) {
}
