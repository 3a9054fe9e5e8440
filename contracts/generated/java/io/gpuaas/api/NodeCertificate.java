// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeCertificate(
        @JsonProperty("serial") @NotNull String serial,
        @JsonProperty("state") @NotNull NodeCertificateState state,
        @JsonProperty("issued_at") @NotNull Instant issuedAt,
        @JsonProperty("expires_at") @NotNull Instant expiresAt,
        @JsonProperty("changed_at") @NotNull Instant changedAt) {
}
