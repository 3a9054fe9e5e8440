// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Overview(
        @JsonProperty("at") Instant at,
        @JsonProperty("fleet") FleetOverview fleet,
        @JsonProperty("queue") QueueOverview queue,
        @JsonProperty("money") MoneyOverview money,
        @JsonProperty("events") EventsOverview events,
        @JsonProperty("unknown_proxy") @Nullable String unknownProxy) {
}
