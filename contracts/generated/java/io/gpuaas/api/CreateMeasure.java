// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateMeasure(
        @JsonProperty("name") @NotNull @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9_.-]*$") String name,
        @JsonProperty("title") @NotNull @Size(min = 1, max = 100) @Pattern(regexp = "(?s:.*)(?:\\S)(?s:.*)", message = "must not be blank") @PlainText String title,
        @JsonProperty("unit") @NotNull @Size(min = 1, max = 40) @Pattern(regexp = "^[A-Za-z0-9][A-Za-z0-9_./-]*$") String unit,
        @JsonProperty("units") @Size(max = 20) @Nullable List<@Valid MeasureUnit> units,
        @JsonProperty("quantity_max") @NotNull @Size(min = 1, max = 40) @PlainText String quantityMax) {

    public CreateMeasure {
        units = units == null ? null : List.copyOf(units);
    }
}
