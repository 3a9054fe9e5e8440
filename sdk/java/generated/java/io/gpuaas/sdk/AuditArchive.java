// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditArchive(
        @JsonProperty("month") String month,
        @JsonProperty("rows") Long rows,
        @JsonProperty("bytes") Long bytes,
        @JsonProperty("sha256") String sha256,
        @JsonProperty("first_seal") Long firstSeal,
        @JsonProperty("last_seal") Long lastSeal,
        @JsonProperty("last_seal_hmac") String lastSealHmac,
        @JsonProperty("exported_at") Instant exportedAt,
        @JsonProperty("dropped_at") Instant droppedAt) {
}
