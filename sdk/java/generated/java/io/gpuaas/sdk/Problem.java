// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
        @JsonProperty("type") String type,
        @JsonProperty("title") String title,
        @JsonProperty("status") Integer status,
        @JsonProperty("detail") @Nullable String detail,
        @JsonProperty("instance") @Nullable String instance,
        @JsonProperty("code") String code,
        @JsonProperty("blame") Blame blame,
        @JsonProperty("correlation_id") String correlationId,
        @JsonProperty("violations") @Nullable List<Violation> violations) {

    public Problem {
        violations = violations == null ? null : List.copyOf(violations);
    }
}
