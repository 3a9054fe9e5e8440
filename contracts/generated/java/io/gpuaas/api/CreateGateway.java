// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateGateway(
        @JsonProperty("name") @NotNull @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$") String name,
        @JsonProperty("host_names") @NotNull @Size(min = 1, max = 8) List<@Pattern(regexp = "^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$")@Size(min = 1, max = 253)String> hostNames) {

    public CreateGateway {
        hostNames = hostNames == null ? null : List.copyOf(hostNames);
    }
}
