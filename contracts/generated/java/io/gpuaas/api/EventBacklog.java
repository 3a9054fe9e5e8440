// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record EventBacklog(
        @JsonProperty("outbox") @NotNull @Valid WaitingEvents outbox,
        @JsonProperty("bus_reachable") @NotNull Boolean busReachable,
        @JsonProperty("consumers") @NotNull List<@Valid ConsumerBacklog> consumers) {

    public EventBacklog {
        consumers = consumers == null ? null : List.copyOf(consumers);
    }
}
