// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record StartFileTransfer(
        @JsonProperty("direction") FileTransferDirection direction,
        @JsonProperty("path") String path,
        @JsonProperty("bytes") @Nullable Long bytes,
        @JsonProperty("sha256") @Nullable String sha256,
        @JsonProperty("listing") @Nullable Boolean listing) {
}
