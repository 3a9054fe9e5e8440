// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Me(
        @JsonProperty("principal_id") String principalId,
        @JsonProperty("kind") PrincipalKind kind,
        @JsonProperty("display_name") String displayName,
        @JsonProperty("grants") List<Grant> grants,
        @JsonProperty("installation") @Nullable Installation installation) {

    public Me {
        grants = grants == null ? List.of() : List.copyOf(grants);
    }
}
