// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SuspendApps(
        @JsonProperty("namespace") String namespace,
        @JsonProperty("app_name") @Nullable String appName,
        @JsonProperty("version") @Nullable String version,
        @JsonProperty("reason") String reason) {
}
