// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record LedgerTransfer(
        @JsonProperty("id") @NotNull Long id,
        @JsonProperty("kind") @NotNull String kind,
        @JsonProperty("subject") @NotNull UUID subject,
        @JsonProperty("debit") @NotNull String debit,
        @JsonProperty("credit") @NotNull String credit,
        @JsonProperty("amount") @NotNull @Valid Money amount,
        @JsonProperty("booked_at") @NotNull Instant bookedAt,
        @JsonProperty("effective_at") @NotNull Instant effectiveAt,
        @JsonProperty("reverses") @Nullable Long reverses,
        @JsonProperty("charge") @Valid @Nullable TransferCharge charge) {
}
