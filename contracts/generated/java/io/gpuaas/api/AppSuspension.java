// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AppSuspensionId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppSuspension(
        @JsonProperty("id") @NotNull AppSuspensionId id,
        @JsonProperty("namespace") @NotNull String namespace,
        @JsonProperty("app_name") @Nullable String appName,
        @JsonProperty("version") @Nullable String version,
        @JsonProperty("reason") @NotNull String reason,
        @JsonProperty("suspended_at") @NotNull Instant suspendedAt,
        @JsonProperty("suspended_by") @NotNull String suspendedBy,
        @JsonProperty("lifted_at") @Nullable Instant liftedAt,
        @JsonProperty("lifted_by") @Nullable String liftedBy,
        @JsonProperty("lift_reason") @Nullable String liftReason) {
}
