// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeTaskDetail(
        @JsonProperty("task") NodeTask task,
        @JsonProperty("output") @Nullable String output,
        @JsonProperty("events") List<NodeTaskEvent> events) {

    public NodeTaskDetail {
        events = events == null ? List.of() : List.copyOf(events);
    }
}
