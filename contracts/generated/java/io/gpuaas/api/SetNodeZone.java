// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SetNodeZone(
        @JsonProperty("region") @NotNull @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$") String region,
        @JsonProperty("zone") @NotNull @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$") String zone) {
}
