// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeCertificate(
        @JsonProperty("serial") String serial,
        @JsonProperty("state") NodeCertificateState state,
        @JsonProperty("issued_at") Instant issuedAt,
        @JsonProperty("expires_at") Instant expiresAt,
        @JsonProperty("changed_at") Instant changedAt) {
}
