// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateServiceAccountKey(
        @JsonProperty("kind") @NotNull KeyKind kind,
        @JsonProperty("public_key") @Size(max = 4000) @Nullable String publicKey,
        @JsonProperty("expires_at") @Nullable Instant expiresAt) {
}
