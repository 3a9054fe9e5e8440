// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ArtifactId;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeprecateArtifact(
        @JsonProperty("reason") @NotNull @Size(min = 1, max = 500) @Pattern(regexp = "(?s:.*)(?:\\S)(?s:.*)", message = "must not be blank") @PlainText String reason,
        @JsonProperty("successor_id") @Nullable ArtifactId successorId) {
}
