// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SuspendApps(
        @JsonProperty("namespace") @NotNull @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
        @JsonProperty("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") @Nullable String appName,
        @JsonProperty("version") @Size(min = 1, max = 64) @Pattern(regexp = "^[0-9A-Za-z.-]+$") @Nullable String version,
        @JsonProperty("reason") @NotNull @Size(min = 1, max = 500) @Pattern(regexp = "(?s:.*)(?:\\S)(?s:.*)", message = "must not be blank") @PlainText(lines = true) String reason) {
}
