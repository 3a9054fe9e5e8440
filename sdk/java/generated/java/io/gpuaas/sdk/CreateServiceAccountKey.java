// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateServiceAccountKey(
        @JsonProperty("kind") KeyKind kind,
        @JsonProperty("public_key") @Nullable String publicKey,
        @JsonProperty("expires_at") @Nullable Instant expiresAt) {
}
