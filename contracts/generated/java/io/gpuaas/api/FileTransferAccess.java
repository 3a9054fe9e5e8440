// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record FileTransferAccess(
        @JsonProperty("transfer") @NotNull @Valid FileTransfer transfer,
        @JsonProperty("url") @NotNull String url,
        @JsonProperty("origin") @NotNull String origin,
        @JsonProperty("secret") @Nullable String secret,
        @JsonProperty("expires_at") @NotNull Instant expiresAt,
        @JsonProperty("bytes_max") @NotNull Long bytesMax) {
}
