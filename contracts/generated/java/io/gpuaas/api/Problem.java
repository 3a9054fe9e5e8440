// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
        @JsonProperty("type") @NotNull String type,
        @JsonProperty("title") @NotNull String title,
        @JsonProperty("status") @NotNull Integer status,
        @JsonProperty("detail") @Nullable String detail,
        @JsonProperty("instance") @Nullable String instance,
        @JsonProperty("code") @NotNull String code,
        @JsonProperty("blame") @NotNull Blame blame,
        @JsonProperty("correlation_id") @NotNull String correlationId,
        @JsonProperty("violations") @Nullable List<@Valid Violation> violations) {

    public Problem {
        violations = violations == null ? null : List.copyOf(violations);
    }
}
