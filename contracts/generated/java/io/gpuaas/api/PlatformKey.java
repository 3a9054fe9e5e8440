// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.PlatformKeyId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlatformKey(
        @JsonProperty("id") @NotNull PlatformKeyId id,
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("kind") @NotNull PublisherKeyKind kind,
        @JsonProperty("fingerprint") @NotNull String fingerprint,
        @JsonProperty("pem") @NotNull String pem,
        @JsonProperty("state") @NotNull PublisherKeyState state,
        @JsonProperty("created_at") @NotNull Instant createdAt,
        @JsonProperty("created_by") @NotNull String createdBy,
        @JsonProperty("confirmed_at") @Nullable Instant confirmedAt,
        @JsonProperty("confirmed_by") @Nullable String confirmedBy,
        @JsonProperty("retired_at") @Nullable Instant retiredAt,
        @JsonProperty("revoked_at") @Nullable Instant revokedAt,
        @JsonProperty("revoked_by") @Nullable String revokedBy,
        @JsonProperty("revocation_reason") @Nullable String revocationReason) {
}
