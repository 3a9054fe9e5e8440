// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.PrincipalId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record User(
        @JsonProperty("id") @NotNull PrincipalId id,
        @JsonProperty("display_name") @NotNull String displayName,
        @JsonProperty("username") @Nullable String username,
        @JsonProperty("email") @Nullable String email,
        @JsonProperty("state") @NotNull UserState state,
        @JsonProperty("platform_roles") @NotNull List<PlatformRole> platformRoles,
        @JsonProperty("created_at") @NotNull Instant createdAt) {

    public User {
        platformRoles = platformRoles == null ? null : List.copyOf(platformRoles);
    }
}
