// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record StartFileTransfer(
        @JsonProperty("direction") @NotNull FileTransferDirection direction,
        @JsonProperty("path") @NotNull @Size(min = 1, max = 1000) String path,
        @JsonProperty("bytes") @Min(0) @Nullable Long bytes,
        @JsonProperty("sha256") @Pattern(regexp = "^[0-9a-f]{64}$") @Nullable String sha256,
        @JsonProperty("listing") @Nullable Boolean listing) {
}
