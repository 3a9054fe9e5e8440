// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.StreamId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SshConnectionAccess(
        @JsonProperty("stream_id") @NotNull StreamId streamId,
        @JsonProperty("url") @NotNull String url,
        @JsonProperty("origin") @NotNull String origin,
        @JsonProperty("secret") @Nullable String secret,
        @JsonProperty("expires_at") @NotNull Instant expiresAt) {
}
