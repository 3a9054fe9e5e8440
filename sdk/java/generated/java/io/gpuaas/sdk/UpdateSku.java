// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateSku(
        @JsonProperty("title") String title,
        @JsonProperty("counts") List<Integer> counts,
        @JsonProperty("unit") SkuUnit unit,
        @JsonProperty("region") @Nullable String region,
        @JsonProperty("zone") @Nullable String zone,
        @JsonProperty("isolation") IsolationModel isolation,
        @JsonProperty("images") List<String> images,
        @JsonProperty("version") Long version) {

    public UpdateSku {
        counts = counts == null ? List.of() : List.copyOf(counts);
        images = images == null ? List.of() : List.copyOf(images);
    }
}
