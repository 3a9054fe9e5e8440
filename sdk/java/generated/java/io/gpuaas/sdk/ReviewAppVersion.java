// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReviewAppVersion(
        @JsonProperty("outcome") AppReviewOutcome outcome,
        @JsonProperty("message") String message,
        @JsonProperty("digest") @Nullable String digest,
        @JsonProperty("agreed") @Nullable List<String> agreed) {

    public ReviewAppVersion {
        agreed = agreed == null ? null : List.copyOf(agreed);
    }
}
