// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SetAutoTopUp(
        @JsonProperty("enabled") @NotNull Boolean enabled,
        @JsonProperty("threshold") @Valid @Nullable Money threshold,
        @JsonProperty("amount") @Valid @Nullable Money amount) {
}
