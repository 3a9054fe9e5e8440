// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeCheck(
        @JsonProperty("name") String name,
        @JsonProperty("state") NodeCheckState state,
        @JsonProperty("finding") String finding,
        @JsonProperty("action") @Nullable String action) {
}
