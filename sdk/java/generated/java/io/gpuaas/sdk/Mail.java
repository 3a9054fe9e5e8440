// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Mail(
        @JsonProperty("id") Long id,
        @JsonProperty("to") String to,
        @JsonProperty("subject") String subject,
        @JsonProperty("body") String body,
        @JsonProperty("written_at") Instant writtenAt,
        @JsonProperty("state") @Nullable String state,
        @JsonProperty("last_error") @Nullable String lastError) {
}
