// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlannedArtifact(
        @JsonProperty("name") @NotNull @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z0-9]+([._-][a-z0-9]+)*$") String name,
        @JsonProperty("kind") @NotNull ArtifactKind kind,
        @JsonProperty("size_bytes_max") @Min(1) @Max(1099511627776L) @Nullable Long sizeBytesMax,
        @JsonProperty("expected_digest") @Size(max = 135) @Pattern(regexp = "(?s:.*)(?:^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$)(?s:.*)") @PlainText @Nullable String expectedDigest) {
}
