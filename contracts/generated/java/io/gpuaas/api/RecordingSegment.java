// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record RecordingSegment(
        @JsonProperty("number") @NotNull Integer number,
        @JsonProperty("from_millis") @NotNull Long fromMillis,
        @JsonProperty("to_millis") @NotNull Long toMillis,
        @JsonProperty("from_offset") @NotNull Long fromOffset,
        @JsonProperty("to_offset") @NotNull Long toOffset,
        @JsonProperty("bytes") @NotNull Integer bytes,
        @JsonProperty("sha256") @NotNull String sha256,
        @JsonProperty("is_chained") @NotNull Boolean isChained,
        @JsonProperty("stored_at") @NotNull Instant storedAt) {
}
