// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.SshKeyId;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SshKey(
        @JsonProperty("id") SshKeyId id,
        @JsonProperty("name") String name,
        @JsonProperty("type") String type,
        @JsonProperty("bits") Integer bits,
        @JsonProperty("fingerprint") String fingerprint,
        @JsonProperty("comment") String comment,
        @JsonProperty("public_key") String publicKey,
        @JsonProperty("created_at") Instant createdAt) {
}
