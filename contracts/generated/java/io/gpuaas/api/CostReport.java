// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CostReport(
        @JsonProperty("starts_at") @NotNull Instant startsAt,
        @JsonProperty("ends_at") @NotNull Instant endsAt,
        @JsonProperty("items") @NotNull List<@Valid CostLine> items,
        @JsonProperty("truncated") @Nullable Boolean truncated) {

    public CostReport {
        items = items == null ? null : List.copyOf(items);
    }
}
