// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AdvisoryId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Advisory(
        @JsonProperty("id") AdvisoryId id,
        @JsonProperty("title") String title,
        @JsonProperty("purl") String purl,
        @JsonProperty("versions") String versions,
        @JsonProperty("severity") AdvisorySeverity severity,
        @JsonProperty("action") AdvisoryAction action,
        @JsonProperty("reference") @Nullable String reference,
        @JsonProperty("pending") Boolean pending,
        @JsonProperty("hits") Long hits,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("created_by") String createdBy,
        @JsonProperty("closed_at") @Nullable Instant closedAt,
        @JsonProperty("closed_by") @Nullable String closedBy,
        @JsonProperty("close_reason") @Nullable String closeReason) {
}
