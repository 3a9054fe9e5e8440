// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record LedgerTransfer(
        @JsonProperty("id") Long id,
        @JsonProperty("kind") String kind,
        @JsonProperty("subject") UUID subject,
        @JsonProperty("debit") String debit,
        @JsonProperty("credit") String credit,
        @JsonProperty("amount") Money amount,
        @JsonProperty("booked_at") Instant bookedAt,
        @JsonProperty("effective_at") Instant effectiveAt,
        @JsonProperty("reverses") @Nullable Long reverses,
        @JsonProperty("charge") @Nullable TransferCharge charge) {
}
