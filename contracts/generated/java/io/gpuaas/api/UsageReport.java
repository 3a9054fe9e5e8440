// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record UsageReport(
        @JsonProperty("accepted") @NotNull Integer accepted,
        @JsonProperty("duplicates") @NotNull Integer duplicates,
        @JsonProperty("refused") @NotNull Integer refused,
        @JsonProperty("outcomes") @NotNull List<@Valid UsageOutcome> outcomes) {

    public UsageReport {
        outcomes = outcomes == null ? null : List.copyOf(outcomes);
    }
}
