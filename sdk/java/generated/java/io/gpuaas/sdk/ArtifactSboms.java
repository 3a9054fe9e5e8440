// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ArtifactSboms(
        @JsonProperty("items") List<ArtifactSbom> items,
        @JsonProperty("pending") Boolean pending) {

    public ArtifactSboms {
        items = items == null ? List.of() : List.copyOf(items);
    }
}
