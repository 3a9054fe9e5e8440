// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Tenant(
        @JsonProperty("id") TenantId id,
        @JsonProperty("slug") String slug,
        @JsonProperty("name") String name,
        @JsonProperty("state") TenantState state,
        @JsonProperty("suspended_reason") @Nullable String suspendedReason,
        @JsonProperty("created_at") Instant createdAt) {
}
