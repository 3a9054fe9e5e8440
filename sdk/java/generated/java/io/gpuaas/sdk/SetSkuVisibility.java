// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SetSkuVisibility(
        @JsonProperty("tenant_ids") @Nullable List<TenantId> tenantIds) {

    public SetSkuVisibility {
        tenantIds = tenantIds == null ? null : List.copyOf(tenantIds);
    }
}
