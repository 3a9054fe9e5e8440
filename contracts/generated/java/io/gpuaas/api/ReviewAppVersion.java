// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReviewAppVersion(
        @JsonProperty("outcome") @NotNull AppReviewOutcome outcome,
        @JsonProperty("message") @NotNull @Size(min = 1, max = 2000) @Pattern(regexp = "(?s:.*)(?:\\S)(?s:.*)", message = "must not be blank") @PlainText(lines = true) String message,
        @JsonProperty("digest") @Size(max = 71) @Pattern(regexp = "^sha256:[0-9a-f]{64}$") @PlainText @Nullable String digest,
        @JsonProperty("agreed") @Size(max = 100) @PlainText @Nullable List<@Size(max = 300)String> agreed) {

    public ReviewAppVersion {
        agreed = agreed == null ? null : List.copyOf(agreed);
    }
}
