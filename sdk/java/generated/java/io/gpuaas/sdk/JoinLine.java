// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record JoinLine(
        @JsonProperty("line") @Nullable String line,
        @JsonProperty("script_url") @Nullable String scriptUrl,
        @JsonProperty("script_sha256") @Nullable String scriptSha256,
        @JsonProperty("node_server") String nodeServer,
        @JsonProperty("authority_sha256") String authoritySha256,
        @JsonProperty("packages") List<AgentPackage> packages) {

    public JoinLine {
        packages = packages == null ? List.of() : List.copyOf(packages);
    }
}
