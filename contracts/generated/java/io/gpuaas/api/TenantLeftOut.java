// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record TenantLeftOut(
        @JsonProperty("tenant_id") @NotNull TenantId tenantId,
        @JsonProperty("since") @NotNull Instant since,
        @JsonProperty("charged_until") @Nullable Instant chargedUntil,
        @JsonProperty("month") @Nullable String month,
        @JsonProperty("reason") @NotNull String reason) {
}
