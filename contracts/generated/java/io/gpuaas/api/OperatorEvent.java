// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record OperatorEvent(
        @JsonProperty("type") @NotNull String type,
        @JsonProperty("subject_type") @NotNull String subjectType,
        @JsonProperty("subject_id") @NotNull String subjectId,
        @JsonProperty("tenant_id") @Nullable TenantId tenantId,
        @JsonProperty("at") @NotNull Instant at) {
}
