// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateAccessToken(
        @JsonProperty("name") String name,
        @JsonProperty("scopes") @Nullable List<String> scopes,
        @JsonProperty("expires_at") Instant expiresAt) {

    public CreateAccessToken {
        scopes = scopes == null ? null : List.copyOf(scopes);
    }
}
