// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Policy(
        @JsonProperty("key") String key,
        @JsonProperty("type") PolicyType type,
        @JsonProperty("value") String value,
        @JsonProperty("source") PolicySource source,
        @JsonProperty("default_value") String defaultValue,
        @JsonProperty("minimum") @Nullable String minimum,
        @JsonProperty("maximum") @Nullable String maximum,
        @JsonProperty("allowed") @Nullable List<String> allowed,
        @JsonProperty("unit") @Nullable String unit,
        @JsonProperty("scopes") List<PolicyScope> scopes,
        @JsonProperty("description") String description) {

    public Policy {
        allowed = allowed == null ? null : List.copyOf(allowed);
        scopes = scopes == null ? List.of() : List.copyOf(scopes);
    }
}
