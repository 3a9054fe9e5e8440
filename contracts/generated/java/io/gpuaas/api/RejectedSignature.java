// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record RejectedSignature(
        @JsonProperty("signature_digest") @NotNull String signatureDigest,
        @JsonProperty("reason") @NotNull String reason) {
}
