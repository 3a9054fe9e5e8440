// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeTaskDetail(
        @JsonProperty("task") @NotNull @Valid NodeTask task,
        @JsonProperty("output") @Nullable String output,
        @JsonProperty("events") @NotNull List<@Valid NodeTaskEvent> events) {

    public NodeTaskDetail {
        events = events == null ? null : List.copyOf(events);
    }
}
