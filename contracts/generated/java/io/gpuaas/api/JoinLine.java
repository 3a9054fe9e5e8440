// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record JoinLine(
        @JsonProperty("line") @Nullable String line,
        @JsonProperty("script_url") @Nullable String scriptUrl,
        @JsonProperty("script_sha256") @Nullable String scriptSha256,
        @JsonProperty("node_server") @NotNull String nodeServer,
        @JsonProperty("authority_sha256") @NotNull String authoritySha256,
        @JsonProperty("packages") @NotNull List<@Valid AgentPackage> packages) {

    public JoinLine {
        packages = packages == null ? null : List.copyOf(packages);
    }
}
