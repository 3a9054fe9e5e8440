// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record JoinToken(
        @JsonProperty("id") UUID id,
        @JsonProperty("secret") @Nullable String secret,
        @JsonProperty("expires_at") Instant expiresAt,
        @JsonProperty("node_id") @Nullable NodeId nodeId) {
}
