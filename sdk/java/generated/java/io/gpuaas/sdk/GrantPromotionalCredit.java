// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record GrantPromotionalCredit(
        @JsonProperty("amount") Money amount,
        @JsonProperty("expires_at") Instant expiresAt,
        @JsonProperty("reason") String reason) {
}
