// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateMeasure(
        @JsonProperty("name") String name,
        @JsonProperty("title") String title,
        @JsonProperty("unit") String unit,
        @JsonProperty("units") @Nullable List<MeasureUnit> units,
        @JsonProperty("quantity_max") String quantityMax) {

    public CreateMeasure {
        units = units == null ? null : List.copyOf(units);
    }
}
