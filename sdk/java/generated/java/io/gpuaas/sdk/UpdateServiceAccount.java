// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateServiceAccount(
        @JsonProperty("name") String name,
        @JsonProperty("scopes") List<String> scopes,
        @JsonProperty("disabled") Boolean disabled) {

    public UpdateServiceAccount {
        scopes = scopes == null ? List.of() : List.copyOf(scopes);
    }
}
