// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record DraftStatement(
        @JsonProperty("month") String month,
        @JsonProperty("starts_at") Instant startsAt,
        @JsonProperty("until") Instant until,
        @JsonProperty("lines") List<DraftStatementLine> lines) {

    public DraftStatement {
        lines = lines == null ? List.of() : List.copyOf(lines);
    }
}
