// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateGateway(
        @JsonProperty("name") String name,
        @JsonProperty("host_names") List<String> hostNames) {

    public CreateGateway {
        hostNames = hostNames == null ? List.of() : List.copyOf(hostNames);
    }
}
