// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateApp(
        @JsonProperty("visibility") AppVisibility visibility,
        @JsonProperty("categories") List<String> categories) {

    public UpdateApp {
        categories = categories == null ? List.of() : List.copyOf(categories);
    }
}
