// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReleaseSignature(
        @JsonProperty("key_id") @NotNull @Size(min = 1, max = 100) @PlainText String keyId,
        @JsonProperty("signature") @NotNull @Size(min = 1, max = 200) String signature) {
}
