// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CurrencyOverview(
        @JsonProperty("currency") @NotNull String currency,
        @JsonProperty("today_nanos") @NotNull Long todayNanos,
        @JsonProperty("open_nanos") @NotNull Long openNanos,
        @JsonProperty("burn_nanos_per_hour") @NotNull Long burnNanosPerHour,
        @JsonProperty("clearing_nanos") @NotNull Long clearingNanos,
        @JsonProperty("owed_nanos") @NotNull Long owedNanos) {
}
