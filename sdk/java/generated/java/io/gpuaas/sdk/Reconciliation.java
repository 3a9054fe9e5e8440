// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Reconciliation(
        @JsonProperty("id") Long id,
        @JsonProperty("made_at") Instant madeAt,
        @JsonProperty("starts_at") Instant startsAt,
        @JsonProperty("ends_at") Instant endsAt,
        @JsonProperty("currency") String currency,
        @JsonProperty("movements") Long movements,
        @JsonProperty("ledger_nanos") Long ledgerNanos,
        @JsonProperty("provider_nanos") Long providerNanos,
        @JsonProperty("in_flight_nanos") Long inFlightNanos,
        @JsonProperty("off_nanos") Long offNanos,
        @JsonProperty("differences") List<String> differences,
        @JsonProperty("stuck") Long stuck) {

    public Reconciliation {
        differences = differences == null ? List.of() : List.copyOf(differences);
    }
}
