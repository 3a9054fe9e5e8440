// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CollectNodeLogs(
        @JsonProperty("sources") List<NodeLogSource> sources,
        @JsonProperty("since") @Nullable Instant since) {

    public CollectNodeLogs {
        sources = sources == null ? List.of() : List.copyOf(sources);
    }
}
