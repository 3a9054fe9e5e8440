// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AppSuspensionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppSuspension(
        @JsonProperty("id") AppSuspensionId id,
        @JsonProperty("namespace") String namespace,
        @JsonProperty("app_name") @Nullable String appName,
        @JsonProperty("version") @Nullable String version,
        @JsonProperty("reason") String reason,
        @JsonProperty("suspended_at") Instant suspendedAt,
        @JsonProperty("suspended_by") String suspendedBy,
        @JsonProperty("lifted_at") @Nullable Instant liftedAt,
        @JsonProperty("lifted_by") @Nullable String liftedBy,
        @JsonProperty("lift_reason") @Nullable String liftReason) {
}
