// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.KeyId;
import org.jspecify.annotations.Nullable;

/** A secret, or an assertion signed with the private key (private_key_jwt, RFC 7523). */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MintToken(
        @JsonProperty("key_id") KeyId keyId,
        @JsonProperty("secret") @Nullable String secret,
        @JsonProperty("client_assertion") @Nullable String clientAssertion) {
}
