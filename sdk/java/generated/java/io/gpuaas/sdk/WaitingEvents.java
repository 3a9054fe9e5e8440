// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** For a consumer on NATS, also counts events of other types in its streams, which it will skip. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WaitingEvents(
        @JsonProperty("count") Integer count,
        @JsonProperty("more") Boolean more,
        @JsonProperty("oldest_at") @Nullable Instant oldestAt) {
}
