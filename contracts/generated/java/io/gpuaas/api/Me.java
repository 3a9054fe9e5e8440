// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Me(
        @JsonProperty("principal_id") @NotNull String principalId,
        @JsonProperty("kind") @NotNull PrincipalKind kind,
        @JsonProperty("display_name") @NotNull String displayName,
        @JsonProperty("grants") @NotNull List<@Valid Grant> grants,
        @JsonProperty("installation") @Valid @Nullable Installation installation) {

    public Me {
        grants = grants == null ? null : List.copyOf(grants);
    }
}
