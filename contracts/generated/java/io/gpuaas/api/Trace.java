// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Trace(
        @JsonProperty("correlation_id") @NotNull String correlationId,
        @JsonProperty("entries") @NotNull List<@Valid TraceEntry> entries,
        @JsonProperty("truncated") @NotNull Boolean truncated,
        @JsonProperty("events_included") @NotNull Boolean eventsIncluded) {

    public Trace {
        entries = entries == null ? null : List.copyOf(entries);
    }
}
