// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Amounts are in billionths of the currency unit. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TenantBalance(
        @JsonProperty("currency") String currency,
        @JsonProperty("credit_nanos") Long creditNanos,
        @JsonProperty("promotional_nanos") Long promotionalNanos,
        @JsonProperty("held_nanos") Long heldNanos,
        @JsonProperty("available_nanos") Long availableNanos,
        @JsonProperty("accrued_nanos") Long accruedNanos,
        @JsonProperty("owed_nanos") Long owedNanos,
        @JsonProperty("burn_nanos_per_hour") Long burnNanosPerHour,
        @JsonProperty("seconds_left") @Nullable Long secondsLeft,
        @JsonProperty("level") BalanceLevel level,
        @JsonProperty("deadline") @Nullable Instant deadline) {
}
