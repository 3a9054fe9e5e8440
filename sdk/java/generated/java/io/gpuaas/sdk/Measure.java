// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Measure(
        @JsonProperty("name") String name,
        @JsonProperty("title") String title,
        @JsonProperty("unit") String unit,
        @JsonProperty("units") List<MeasureUnit> units,
        @JsonProperty("quantity_max") String quantityMax,
        @JsonProperty("price") @Nullable MeasurePrice price) {

    public Measure {
        units = units == null ? List.of() : List.copyOf(units);
    }
}
