// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;

/** The wish of one person to lift a revocation. Another person lifts it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ArtifactReinstatement(
        @JsonProperty("asked_at") @NotNull Instant askedAt,
        @JsonProperty("asked_by") @NotNull String askedBy,
        @JsonProperty("reason") @NotNull String reason,
        @JsonProperty("expires_at") @NotNull Instant expiresAt) {
}
