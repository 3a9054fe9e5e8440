// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SignatureEvidence(
        @JsonProperty("format") String format,
        @JsonProperty("key_id") String keyId,
        @JsonProperty("fingerprint") String fingerprint,
        @JsonProperty("signature_digest") String signatureDigest,
        @JsonProperty("predicate_type") @Nullable String predicateType,
        @JsonProperty("holder") @Nullable String holder) {
}
