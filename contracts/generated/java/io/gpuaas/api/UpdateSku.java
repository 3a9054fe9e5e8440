// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateSku(
        @JsonProperty("title") @NotNull @Size(min = 1, max = 100) @Pattern(regexp = "(?s:.*)(?:\\S)(?s:.*)", message = "must not be blank") @PlainText String title,
        @JsonProperty("counts") @NotNull @Size(min = 1, max = 16) List<@Min(1) @Max(64)Integer> counts,
        @JsonProperty("unit") @NotNull @Valid SkuUnit unit,
        @JsonProperty("region") @Size(min = 1, max = 63) @PlainText @Nullable String region,
        @JsonProperty("zone") @Size(min = 1, max = 63) @PlainText @Nullable String zone,
        @JsonProperty("isolation") @NotNull IsolationModel isolation,
        @JsonProperty("images") @NotNull @Size(min = 1, max = 50) @PlainText List<@Size(min = 1, max = 100)String> images,
        @JsonProperty("version") @NotNull @Min(1) @Max(9007199254740991L) Long version) {

    public UpdateSku {
        counts = counts == null ? null : List.copyOf(counts);
        images = images == null ? null : List.copyOf(images);
    }
}
