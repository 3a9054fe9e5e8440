// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AppVersionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppVersionSummary(
        @JsonProperty("id") AppVersionId id,
        @JsonProperty("app") String app,
        @JsonProperty("version") String version,
        @JsonProperty("state") AppVersionState state,
        @JsonProperty("digest") String digest,
        @JsonProperty("title") String title,
        @JsonProperty("reviewed") Boolean reviewed,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("submitted_at") @Nullable Instant submittedAt,
        @JsonProperty("published_at") @Nullable Instant publishedAt,
        @JsonProperty("sunset_at") @Nullable Instant sunsetAt) {
}
