// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.PublisherKeyId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record PublisherKey(
        @JsonProperty("id") PublisherKeyId id,
        @JsonProperty("publisher_id") PublisherId publisherId,
        @JsonProperty("name") String name,
        @JsonProperty("kind") PublisherKeyKind kind,
        @JsonProperty("fingerprint") String fingerprint,
        @JsonProperty("pem") String pem,
        @JsonProperty("state") PublisherKeyState state,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("created_by") String createdBy,
        @JsonProperty("retired_at") @Nullable Instant retiredAt,
        @JsonProperty("revoked_at") @Nullable Instant revokedAt,
        @JsonProperty("revoked_by") @Nullable String revokedBy,
        @JsonProperty("revocation_reason") @Nullable String revocationReason,
        @JsonProperty("confirmed_at") @Nullable Instant confirmedAt,
        @JsonProperty("confirmed_by") @Nullable String confirmedBy) {
}
