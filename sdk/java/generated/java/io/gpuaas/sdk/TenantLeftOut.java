// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record TenantLeftOut(
        @JsonProperty("tenant_id") TenantId tenantId,
        @JsonProperty("since") Instant since,
        @JsonProperty("charged_until") @Nullable Instant chargedUntil,
        @JsonProperty("month") @Nullable String month,
        @JsonProperty("reason") String reason) {
}
