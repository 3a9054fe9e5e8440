// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateAgentRelease(
        @JsonProperty("manifest") @NotNull @Size(min = 1, max = 16384) String manifest,
        @JsonProperty("signatures") @NotNull @Size(min = 1, max = 16) List<@Valid ReleaseSignature> signatures) {

    public CreateAgentRelease {
        signatures = signatures == null ? null : List.copyOf(signatures);
    }
}
