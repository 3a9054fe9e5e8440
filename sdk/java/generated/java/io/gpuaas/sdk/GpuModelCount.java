// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

/** Each GPU is counted once. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GpuModelCount(
        @JsonProperty("model") String model,
        @JsonProperty("taken") Integer taken,
        @JsonProperty("free") Integer free,
        @JsonProperty("closed") Integer closed,
        @JsonProperty("out_of_service") Integer outOfService) {
}
