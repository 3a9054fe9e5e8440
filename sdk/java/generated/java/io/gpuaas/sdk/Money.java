// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

/** An amount in billionths of the currency unit; 2490000000 is 2.49. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Money(
        @JsonProperty("nanos") Long nanos,
        @JsonProperty("currency") String currency) {
}
