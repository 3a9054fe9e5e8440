// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ManifestChange(
        @JsonProperty("pointer") String pointer,
        @JsonProperty("area") ChangeArea area,
        @JsonProperty("before") @Nullable String before,
        @JsonProperty("after") @Nullable String after) {
}
