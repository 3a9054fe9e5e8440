// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import java.time.Instant;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServiceAccount(
        @JsonProperty("id") PrincipalId id,
        @JsonProperty("project_id") ProjectId projectId,
        @JsonProperty("name") String name,
        @JsonProperty("scopes") List<String> scopes,
        @JsonProperty("disabled") Boolean disabled,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("keys") List<ServiceAccountKey> keys) {

    public ServiceAccount {
        scopes = scopes == null ? List.of() : List.copyOf(scopes);
        keys = keys == null ? List.of() : List.copyOf(keys);
    }
}
