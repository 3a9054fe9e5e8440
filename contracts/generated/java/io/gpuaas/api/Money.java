// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/** An amount in billionths of the currency unit; 2490000000 is 2.49. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Money(
        @JsonProperty("nanos") @NotNull @Min(0) @Max(9007199254740991L) Long nanos,
        @JsonProperty("currency") @NotNull @Size(min = 3, max = 3) @Pattern(regexp = "^[A-Z]{3}$") String currency) {
}
