// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AgentReleaseId;
import java.time.Instant;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentRelease(
        @JsonProperty("id") AgentReleaseId id,
        @JsonProperty("version") String version,
        @JsonProperty("digest") String digest,
        @JsonProperty("size_bytes") Long sizeBytes,
        @JsonProperty("expires_at") Instant expiresAt,
        @JsonProperty("state") AgentReleaseState state,
        @JsonProperty("parts") Integer parts,
        @JsonProperty("parts_received") Integer partsReceived,
        @JsonProperty("part_bytes") Integer partBytes,
        @JsonProperty("signed_by") List<String> signedBy,
        @JsonProperty("created_at") Instant createdAt) {

    public AgentRelease {
        signedBy = signedBy == null ? List.of() : List.copyOf(signedBy);
    }
}
