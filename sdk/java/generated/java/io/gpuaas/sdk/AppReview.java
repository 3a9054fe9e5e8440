// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppReview(
        @JsonProperty("version") AppVersion version,
        @JsonProperty("reviewer") @Nullable String reviewer,
        @JsonProperty("review_started_at") @Nullable Instant reviewStartedAt,
        @JsonProperty("points") List<ReviewPoint> points,
        @JsonProperty("changes") AppVersionChanges changes) {

    public AppReview {
        points = points == null ? List.of() : List.copyOf(points);
    }
}
