// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AppId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record App(
        @JsonProperty("id") AppId id,
        @JsonProperty("app") String app,
        @JsonProperty("title") String title,
        @JsonProperty("summary") String summary,
        @JsonProperty("latest_version") @Nullable String latestVersion,
        @JsonProperty("categories") List<String> categories,
        @JsonProperty("visibility") AppVisibility visibility,
        @JsonProperty("own") Boolean own,
        @JsonProperty("access") AppAccess access,
        @JsonProperty("channels") List<AppChannel> channels,
        @JsonProperty("suspended") Boolean suspended,
        @JsonProperty("created_at") Instant createdAt) {

    public App {
        categories = categories == null ? List.of() : List.copyOf(categories);
        channels = channels == null ? List.of() : List.copyOf(channels);
    }
}
