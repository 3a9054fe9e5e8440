// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record OperatorEvent(
        @JsonProperty("type") String type,
        @JsonProperty("subject_type") String subjectType,
        @JsonProperty("subject_id") String subjectId,
        @JsonProperty("tenant_id") @Nullable TenantId tenantId,
        @JsonProperty("at") Instant at) {
}
