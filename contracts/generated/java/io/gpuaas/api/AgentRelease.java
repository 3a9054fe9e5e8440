// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AgentReleaseId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentRelease(
        @JsonProperty("id") @NotNull AgentReleaseId id,
        @JsonProperty("version") @NotNull String version,
        @JsonProperty("digest") @NotNull String digest,
        @JsonProperty("size_bytes") @NotNull Long sizeBytes,
        @JsonProperty("expires_at") @NotNull Instant expiresAt,
        @JsonProperty("state") @NotNull AgentReleaseState state,
        @JsonProperty("parts") @NotNull Integer parts,
        @JsonProperty("parts_received") @NotNull Integer partsReceived,
        @JsonProperty("part_bytes") @NotNull Integer partBytes,
        @JsonProperty("signed_by") @NotNull List<String> signedBy,
        @JsonProperty("created_at") @NotNull Instant createdAt) {

    public AgentRelease {
        signedBy = signedBy == null ? null : List.copyOf(signedBy);
    }
}
