// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServiceAccount(
        @JsonProperty("id") @NotNull PrincipalId id,
        @JsonProperty("project_id") @NotNull ProjectId projectId,
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("scopes") @NotNull @Size(min = 1, max = 50) List<@Size(max = 100)String> scopes,
        @JsonProperty("disabled") @NotNull Boolean disabled,
        @JsonProperty("created_at") @NotNull Instant createdAt,
        @JsonProperty("keys") @NotNull List<@Valid ServiceAccountKey> keys) {

    public ServiceAccount {
        scopes = scopes == null ? null : List.copyOf(scopes);
        keys = keys == null ? null : List.copyOf(keys);
    }
}
