// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record EventBacklog(
        @JsonProperty("outbox") WaitingEvents outbox,
        @JsonProperty("bus_reachable") Boolean busReachable,
        @JsonProperty("consumers") List<ConsumerBacklog> consumers) {

    public EventBacklog {
        consumers = consumers == null ? List.of() : List.copyOf(consumers);
    }
}
