// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AllocationDegraded(
        @JsonProperty("since") @NotNull Instant since,
        @JsonProperty("reason") @NotNull String reason,
        @JsonProperty("confirmed") @Nullable Boolean confirmed) {
}
