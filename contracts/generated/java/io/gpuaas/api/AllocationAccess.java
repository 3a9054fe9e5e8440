// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AllocationAccess(
        @JsonProperty("username") @NotNull String username,
        @JsonProperty("host") @NotNull String host,
        @JsonProperty("port") @NotNull Integer port,
        @JsonProperty("command") @NotNull String command,
        @JsonProperty("host_keys") @Nullable List<String> hostKeys) {

    public AllocationAccess {
        hostKeys = hostKeys == null ? null : List.copyOf(hostKeys);
    }
}
