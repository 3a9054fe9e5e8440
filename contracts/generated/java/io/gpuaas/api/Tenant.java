// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Tenant(
        @JsonProperty("id") @NotNull TenantId id,
        @JsonProperty("slug") @NotNull String slug,
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("state") @NotNull TenantState state,
        @JsonProperty("suspended_reason") @Nullable String suspendedReason,
        @JsonProperty("created_at") @NotNull Instant createdAt) {
}
