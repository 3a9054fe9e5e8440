// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateApp(
        @JsonProperty("visibility") @NotNull AppVisibility visibility,
        @JsonProperty("categories") @NotNull @Size(max = 10) List<@Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$")@Size(min = 1, max = 40)String> categories) {

    public UpdateApp {
        categories = categories == null ? null : List.copyOf(categories);
    }
}
