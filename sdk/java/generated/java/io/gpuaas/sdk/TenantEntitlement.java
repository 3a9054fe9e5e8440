// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record TenantEntitlement(
        @JsonProperty("tenant_id") TenantId tenantId,
        @JsonProperty("app") String app,
        @JsonProperty("granted") Boolean granted,
        @JsonProperty("versions") String versions,
        @JsonProperty("may_share_by_link") Boolean mayShareByLink,
        @JsonProperty("may_be_public") Boolean mayBePublic,
        @JsonProperty("changed_at") Instant changedAt,
        @JsonProperty("changed_by") String changedBy) {
}
