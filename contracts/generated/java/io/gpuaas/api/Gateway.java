// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.GatewayId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Gateway(
        @JsonProperty("id") @NotNull GatewayId id,
        @JsonProperty("name") @NotNull String name,
        @JsonProperty("host_names") @NotNull List<String> hostNames,
        @JsonProperty("state") @NotNull GatewayState state,
        @JsonProperty("streams") @NotNull Integer streams,
        @JsonProperty("public_url") @Nullable String publicUrl,
        @JsonProperty("heard_at") @Nullable Instant heardAt,
        @JsonProperty("created_at") @NotNull Instant createdAt) {

    public Gateway {
        hostNames = hostNames == null ? null : List.copyOf(hostNames);
    }
}
