// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CollectNodeLogs(
        @JsonProperty("sources") @NotNull @Size(min = 1, max = 5) List<NodeLogSource> sources,
        @JsonProperty("since") @Nullable Instant since) {

    public CollectNodeLogs {
        sources = sources == null ? null : List.copyOf(sources);
    }
}
