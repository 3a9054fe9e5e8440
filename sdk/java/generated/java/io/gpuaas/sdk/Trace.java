// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Trace(
        @JsonProperty("correlation_id") String correlationId,
        @JsonProperty("entries") List<TraceEntry> entries,
        @JsonProperty("truncated") Boolean truncated,
        @JsonProperty("events_included") Boolean eventsIncluded) {

    public Trace {
        entries = entries == null ? List.of() : List.copyOf(entries);
    }
}
