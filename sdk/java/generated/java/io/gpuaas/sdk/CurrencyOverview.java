// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CurrencyOverview(
        @JsonProperty("currency") String currency,
        @JsonProperty("today_nanos") Long todayNanos,
        @JsonProperty("open_nanos") Long openNanos,
        @JsonProperty("burn_nanos_per_hour") Long burnNanosPerHour,
        @JsonProperty("clearing_nanos") Long clearingNanos,
        @JsonProperty("owed_nanos") Long owedNanos) {
}
