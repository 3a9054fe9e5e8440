// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/** The wish of one person to lift a revocation. Another person lifts it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ArtifactReinstatement(
        @JsonProperty("asked_at") Instant askedAt,
        @JsonProperty("asked_by") String askedBy,
        @JsonProperty("reason") String reason,
        @JsonProperty("expires_at") Instant expiresAt) {
}
