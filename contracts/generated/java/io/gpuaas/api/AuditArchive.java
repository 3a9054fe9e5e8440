// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditArchive(
        @JsonProperty("month") @NotNull String month,
        @JsonProperty("rows") @NotNull Long rows,
        @JsonProperty("bytes") @NotNull Long bytes,
        @JsonProperty("sha256") @NotNull String sha256,
        @JsonProperty("first_seal") @NotNull Long firstSeal,
        @JsonProperty("last_seal") @NotNull Long lastSeal,
        @JsonProperty("last_seal_hmac") @NotNull String lastSealHmac,
        @JsonProperty("exported_at") @NotNull Instant exportedAt,
        @JsonProperty("dropped_at") @NotNull Instant droppedAt) {
}
