// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AccessTokenId;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AccessToken(
        @JsonProperty("id") @NotNull AccessTokenId id,
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("scopes") @Size(min = 1, max = 50) @Nullable List<@Size(max = 100)String> scopes,
        @JsonProperty("created_at") @NotNull Instant createdAt,
        @JsonProperty("expires_at") @NotNull Instant expiresAt,
        @JsonProperty("last_used_at") @Nullable Instant lastUsedAt,
        @JsonProperty("revoked_at") @Nullable Instant revokedAt) {

    public AccessToken {
        scopes = scopes == null ? null : List.copyOf(scopes);
    }
}
