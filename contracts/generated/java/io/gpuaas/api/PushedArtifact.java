// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record PushedArtifact(
        @JsonProperty("name") @NotNull @Size(min = 1, max = 63) @PlainText String name,
        @JsonProperty("digest") @NotNull @Size(max = 135) @Pattern(regexp = "(?s:.*)(?:^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$)(?s:.*)") @PlainText String digest) {
}
