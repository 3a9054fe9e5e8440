// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AllocationAccess(
        @JsonProperty("username") String username,
        @JsonProperty("host") String host,
        @JsonProperty("port") Integer port,
        @JsonProperty("command") String command,
        @JsonProperty("host_keys") @Nullable List<String> hostKeys) {

    public AllocationAccess {
        hostKeys = hostKeys == null ? null : List.copyOf(hostKeys);
    }
}
