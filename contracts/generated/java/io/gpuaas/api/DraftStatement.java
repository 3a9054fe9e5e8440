// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record DraftStatement(
        @JsonProperty("month") @NotNull String month,
        @JsonProperty("starts_at") @NotNull Instant startsAt,
        @JsonProperty("until") @NotNull Instant until,
        @JsonProperty("lines") @NotNull List<@Valid DraftStatementLine> lines) {

    public DraftStatement {
        lines = lines == null ? null : List.copyOf(lines);
    }
}
