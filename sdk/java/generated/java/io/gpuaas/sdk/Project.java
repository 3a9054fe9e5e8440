// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Project(
        @JsonProperty("id") ProjectId id,
        @JsonProperty("tenant_id") TenantId tenantId,
        @JsonProperty("slug") String slug,
        @JsonProperty("name") String name,
        @JsonProperty("created_at") Instant createdAt) {
}
