// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record UsageReport(
        @JsonProperty("accepted") Integer accepted,
        @JsonProperty("duplicates") Integer duplicates,
        @JsonProperty("refused") Integer refused,
        @JsonProperty("outcomes") List<UsageOutcome> outcomes) {

    public UsageReport {
        outcomes = outcomes == null ? List.of() : List.copyOf(outcomes);
    }
}
