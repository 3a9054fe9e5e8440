// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Publisher(
        @JsonProperty("id") PublisherId id,
        @JsonProperty("tenant_id") TenantId tenantId,
        @JsonProperty("namespace") String namespace,
        @JsonProperty("name") String name,
        @JsonProperty("contact") @Nullable String contact,
        @JsonProperty("verified") Boolean verified,
        @JsonProperty("created_at") Instant createdAt) {
}
