// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Reconciliation(
        @JsonProperty("id") @NotNull Long id,
        @JsonProperty("made_at") @NotNull Instant madeAt,
        @JsonProperty("starts_at") @NotNull Instant startsAt,
        @JsonProperty("ends_at") @NotNull Instant endsAt,
        @JsonProperty("currency") @NotNull String currency,
        @JsonProperty("movements") @NotNull Long movements,
        @JsonProperty("ledger_nanos") @NotNull Long ledgerNanos,
        @JsonProperty("provider_nanos") @NotNull Long providerNanos,
        @JsonProperty("in_flight_nanos") @NotNull Long inFlightNanos,
        @JsonProperty("off_nanos") @NotNull Long offNanos,
        @JsonProperty("differences") @NotNull List<String> differences,
        @JsonProperty("stuck") @NotNull Long stuck) {

    public Reconciliation {
        differences = differences == null ? null : List.copyOf(differences);
    }
}
