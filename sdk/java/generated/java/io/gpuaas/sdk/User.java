// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.PrincipalId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record User(
        @JsonProperty("id") PrincipalId id,
        @JsonProperty("display_name") String displayName,
        @JsonProperty("username") @Nullable String username,
        @JsonProperty("email") @Nullable String email,
        @JsonProperty("state") UserState state,
        @JsonProperty("platform_roles") List<PlatformRole> platformRoles,
        @JsonProperty("created_at") Instant createdAt) {

    public User {
        platformRoles = platformRoles == null ? List.of() : List.copyOf(platformRoles);
    }
}
