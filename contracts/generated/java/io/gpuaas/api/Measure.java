// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Measure(
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("title") @NotNull String title,
        @JsonProperty("unit") @NotNull String unit,
        @JsonProperty("units") @NotNull List<@Valid MeasureUnit> units,
        @JsonProperty("quantity_max") @NotNull String quantityMax,
        @JsonProperty("price") @Valid @Nullable MeasurePrice price) {

    public Measure {
        units = units == null ? null : List.copyOf(units);
    }
}
