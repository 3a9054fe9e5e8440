// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Publisher(
        @JsonProperty("id") @NotNull PublisherId id,
        @JsonProperty("tenant_id") @NotNull TenantId tenantId,
        @JsonProperty("namespace") @NotNull String namespace,
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("contact") @Nullable String contact,
        @JsonProperty("verified") @NotNull Boolean verified,
        @JsonProperty("created_at") @NotNull Instant createdAt) {
}
