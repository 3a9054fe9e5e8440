// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ArtifactSboms(
        @JsonProperty("items") @NotNull List<@Valid ArtifactSbom> items,
        @JsonProperty("pending") @NotNull Boolean pending) {

    public ArtifactSboms {
        items = items == null ? null : List.copyOf(items);
    }
}
