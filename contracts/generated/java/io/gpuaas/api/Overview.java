// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Overview(
        @JsonProperty("at") @NotNull Instant at,
        @JsonProperty("fleet") @NotNull @Valid FleetOverview fleet,
        @JsonProperty("queue") @NotNull @Valid QueueOverview queue,
        @JsonProperty("money") @NotNull @Valid MoneyOverview money,
        @JsonProperty("events") @NotNull @Valid EventsOverview events,
        @JsonProperty("unknown_proxy") @Nullable String unknownProxy) {
}
