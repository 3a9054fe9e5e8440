// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AdvisoryHitPage(
        @JsonProperty("items") List<AdvisoryHit> items,
        @JsonProperty("next_cursor") @Nullable String nextCursor) implements Page<AdvisoryHit> {

    public AdvisoryHitPage {
        items = items == null ? List.of() : List.copyOf(items);
    }
}
