// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record RecordingSegment(
        @JsonProperty("number") Integer number,
        @JsonProperty("from_millis") Long fromMillis,
        @JsonProperty("to_millis") Long toMillis,
        @JsonProperty("from_offset") Long fromOffset,
        @JsonProperty("to_offset") Long toOffset,
        @JsonProperty("bytes") Integer bytes,
        @JsonProperty("sha256") String sha256,
        @JsonProperty("is_chained") Boolean isChained,
        @JsonProperty("stored_at") Instant storedAt) {
}
