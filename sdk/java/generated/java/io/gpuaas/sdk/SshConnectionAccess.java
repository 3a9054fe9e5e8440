// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.StreamId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SshConnectionAccess(
        @JsonProperty("stream_id") StreamId streamId,
        @JsonProperty("url") String url,
        @JsonProperty("origin") String origin,
        @JsonProperty("secret") @Nullable String secret,
        @JsonProperty("expires_at") Instant expiresAt) {
}
