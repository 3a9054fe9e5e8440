// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppReview(
        @JsonProperty("version") @NotNull @Valid AppVersion version,
        @JsonProperty("reviewer") @Nullable String reviewer,
        @JsonProperty("review_started_at") @Nullable Instant reviewStartedAt,
        @JsonProperty("points") @NotNull List<@Valid ReviewPoint> points,
        @JsonProperty("changes") @NotNull @Valid AppVersionChanges changes) {

    public AppReview {
        points = points == null ? null : List.copyOf(points);
    }
}
