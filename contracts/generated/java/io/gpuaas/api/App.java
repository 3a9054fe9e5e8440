// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AppId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record App(
        @JsonProperty("id") @NotNull AppId id,
        @JsonProperty("app") @NotNull String app,
        @JsonProperty("title") @NotNull String title,
        @JsonProperty("summary") @NotNull String summary,
        @JsonProperty("latest_version") @Nullable String latestVersion,
        @JsonProperty("categories") @NotNull List<String> categories,
        @JsonProperty("visibility") @NotNull AppVisibility visibility,
        @JsonProperty("own") @NotNull Boolean own,
        @JsonProperty("access") @NotNull AppAccess access,
        @JsonProperty("channels") @NotNull List<@Valid AppChannel> channels,
        @JsonProperty("suspended") @NotNull Boolean suspended,
        @JsonProperty("created_at") @NotNull Instant createdAt) {

    public App {
        categories = categories == null ? null : List.copyOf(categories);
        channels = channels == null ? null : List.copyOf(channels);
    }
}
