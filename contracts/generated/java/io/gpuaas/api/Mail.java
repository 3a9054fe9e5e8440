// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Mail(
        @JsonProperty("id") @NotNull Long id,
        @JsonProperty("to") @NotNull String to,
        @JsonProperty("subject") @NotNull String subject,
        @JsonProperty("body") @NotNull String body,
        @JsonProperty("written_at") @NotNull Instant writtenAt,
        @JsonProperty("state") @Nullable String state,
        @JsonProperty("last_error") @Nullable String lastError) {
}
