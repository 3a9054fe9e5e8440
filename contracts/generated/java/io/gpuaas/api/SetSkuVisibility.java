// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SetSkuVisibility(
        @JsonProperty("tenant_ids") @Size(max = 1000) @Nullable List<TenantId> tenantIds) {

    public SetSkuVisibility {
        tenantIds = tenantIds == null ? null : List.copyOf(tenantIds);
    }
}
