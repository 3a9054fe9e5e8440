// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Amounts are in billionths of the currency unit. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TenantBalance(
        @JsonProperty("currency") @NotNull String currency,
        @JsonProperty("credit_nanos") @NotNull Long creditNanos,
        @JsonProperty("promotional_nanos") @NotNull Long promotionalNanos,
        @JsonProperty("held_nanos") @NotNull Long heldNanos,
        @JsonProperty("available_nanos") @NotNull Long availableNanos,
        @JsonProperty("accrued_nanos") @NotNull Long accruedNanos,
        @JsonProperty("owed_nanos") @NotNull Long owedNanos,
        @JsonProperty("burn_nanos_per_hour") @NotNull Long burnNanosPerHour,
        @JsonProperty("seconds_left") @Nullable Long secondsLeft,
        @JsonProperty("level") @NotNull BalanceLevel level,
        @JsonProperty("deadline") @Nullable Instant deadline) {
}
