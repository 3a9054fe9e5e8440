// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppVersionChanges(
        @JsonProperty("compared_with") @Nullable String comparedWith,
        @JsonProperty("to") @NotNull String to,
        @JsonProperty("changes") @NotNull List<@Valid ManifestChange> changes,
        @JsonProperty("complete") @NotNull Boolean complete) {

    public AppVersionChanges {
        changes = changes == null ? null : List.copyOf(changes);
    }
}
