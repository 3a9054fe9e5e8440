// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateAllocationBatch(
        @JsonProperty("members") @NotNull @Size(min = 1, max = 64) List<@Valid CreateAllocation> members) {

    public CreateAllocationBatch {
        members = members == null ? null : List.copyOf(members);
    }
}
