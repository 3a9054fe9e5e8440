// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AppVersionId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AppVersionSummary(
        @JsonProperty("id") @NotNull AppVersionId id,
        @JsonProperty("app") @NotNull String app,
        @JsonProperty("version") @NotNull String version,
        @JsonProperty("state") @NotNull AppVersionState state,
        @JsonProperty("digest") @NotNull String digest,
        @JsonProperty("title") @NotNull String title,
        @JsonProperty("reviewed") @NotNull Boolean reviewed,
        @JsonProperty("created_at") @NotNull Instant createdAt,
        @JsonProperty("submitted_at") @Nullable Instant submittedAt,
        @JsonProperty("published_at") @Nullable Instant publishedAt,
        @JsonProperty("sunset_at") @Nullable Instant sunsetAt) {
}
