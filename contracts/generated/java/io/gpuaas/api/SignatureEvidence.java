// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SignatureEvidence(
        @JsonProperty("format") @NotNull String format,
        @JsonProperty("key_id") @NotNull String keyId,
        @JsonProperty("fingerprint") @NotNull String fingerprint,
        @JsonProperty("signature_digest") @NotNull String signatureDigest,
        @JsonProperty("predicate_type") @Nullable String predicateType,
        @JsonProperty("holder") @Nullable String holder) {
}
