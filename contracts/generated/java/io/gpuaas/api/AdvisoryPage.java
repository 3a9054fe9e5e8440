// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AdvisoryPage(
        @JsonProperty("items") @NotNull List<@Valid Advisory> items,
        @JsonProperty("next_cursor") @Nullable String nextCursor) {

    public AdvisoryPage {
        items = items == null ? null : List.copyOf(items);
    }
}
