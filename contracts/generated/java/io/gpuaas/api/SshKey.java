// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.SshKeyId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SshKey(
        @JsonProperty("id") @NotNull SshKeyId id,
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("type") @NotNull String type,
        @JsonProperty("bits") @NotNull Integer bits,
        @JsonProperty("fingerprint") @NotNull String fingerprint,
        @JsonProperty("comment") @NotNull String comment,
        @JsonProperty("public_key") @NotNull String publicKey,
        @JsonProperty("created_at") @NotNull Instant createdAt) {
}
