// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ErrorDescription(
        @JsonProperty("code") String code,
        @JsonProperty("status") Integer status,
        @JsonProperty("blame") Blame blame,
        @JsonProperty("title") String title,
        @JsonProperty("explanation") String explanation) {
}
