// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppVersionChanges(
        @JsonProperty("compared_with") @Nullable String comparedWith,
        @JsonProperty("to") String to,
        @JsonProperty("changes") List<ManifestChange> changes,
        @JsonProperty("complete") Boolean complete) {

    public AppVersionChanges {
        changes = changes == null ? List.of() : List.copyOf(changes);
    }
}
