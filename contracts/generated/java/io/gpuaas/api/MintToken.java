// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.KeyId;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** A secret, or an assertion signed with the private key (private_key_jwt, RFC 7523). */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MintToken(
        @JsonProperty("key_id") @NotNull KeyId keyId,
        @JsonProperty("secret") @Size(max = 200) @Nullable String secret,
        @JsonProperty("client_assertion") @Size(max = 8000) @Nullable String clientAssertion) {
}
