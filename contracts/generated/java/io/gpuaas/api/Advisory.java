// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AdvisoryId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Advisory(
        @JsonProperty("id") @NotNull AdvisoryId id,
        @JsonProperty("title") @NotNull String title,
        @JsonProperty("purl") @NotNull String purl,
        @JsonProperty("versions") @NotNull String versions,
        @JsonProperty("severity") @NotNull AdvisorySeverity severity,
        @JsonProperty("action") @NotNull AdvisoryAction action,
        @JsonProperty("reference") @Nullable String reference,
        @JsonProperty("pending") @NotNull Boolean pending,
        @JsonProperty("hits") @NotNull Long hits,
        @JsonProperty("created_at") @NotNull Instant createdAt,
        @JsonProperty("created_by") @NotNull String createdBy,
        @JsonProperty("closed_at") @Nullable Instant closedAt,
        @JsonProperty("closed_by") @Nullable String closedBy,
        @JsonProperty("close_reason") @Nullable String closeReason) {
}
