// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.KeyId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServiceAccountKey(
        @JsonProperty("id") @NotNull KeyId id,
        @JsonProperty("kind") @NotNull KeyKind kind,
        @JsonProperty("created_at") @NotNull Instant createdAt,
        @JsonProperty("expires_at") @Nullable Instant expiresAt,
        @JsonProperty("last_used_at") @Nullable Instant lastUsedAt) {
}
