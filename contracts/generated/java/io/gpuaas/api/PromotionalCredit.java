// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.UUID;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record PromotionalCredit(
        @JsonProperty("id") @NotNull UUID id,
        @JsonProperty("amount") @NotNull @Valid Money amount,
        @JsonProperty("expires_at") @NotNull Instant expiresAt) {
}
