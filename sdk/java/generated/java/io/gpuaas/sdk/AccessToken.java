// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AccessTokenId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AccessToken(
        @JsonProperty("id") AccessTokenId id,
        @JsonProperty("name") String name,
        @JsonProperty("scopes") @Nullable List<String> scopes,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("expires_at") Instant expiresAt,
        @JsonProperty("last_used_at") @Nullable Instant lastUsedAt,
        @JsonProperty("revoked_at") @Nullable Instant revokedAt) {

    public AccessToken {
        scopes = scopes == null ? null : List.copyOf(scopes);
    }
}
