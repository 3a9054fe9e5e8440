// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Of a consumer on NATS also those of other types in its streams, which it has yet to pass over. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WaitingEvents(
        @JsonProperty("count") @NotNull Integer count,
        @JsonProperty("more") @NotNull Boolean more,
        @JsonProperty("oldest_at") @Nullable Instant oldestAt) {
}
