// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.GatewayId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Gateway(
        @JsonProperty("id") GatewayId id,
        @JsonProperty("name") String name,
        @JsonProperty("host_names") List<String> hostNames,
        @JsonProperty("state") GatewayState state,
        @JsonProperty("streams") Integer streams,
        @JsonProperty("public_url") @Nullable String publicUrl,
        @JsonProperty("heard_at") @Nullable Instant heardAt,
        @JsonProperty("created_at") Instant createdAt) {

    public Gateway {
        hostNames = hostNames == null ? List.of() : List.copyOf(hostNames);
    }
}
