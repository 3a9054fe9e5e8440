// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Policy(
        @JsonProperty("key") @NotNull String key,
        @JsonProperty("type") @NotNull PolicyType type,
        @JsonProperty("value") @NotNull String value,
        @JsonProperty("source") @NotNull PolicySource source,
        @JsonProperty("default_value") @NotNull String defaultValue,
        @JsonProperty("minimum") @Nullable String minimum,
        @JsonProperty("maximum") @Nullable String maximum,
        @JsonProperty("allowed") @Nullable List<String> allowed,
        @JsonProperty("unit") @Nullable String unit,
        @JsonProperty("scopes") @NotNull List<PolicyScope> scopes,
        @JsonProperty("description") @NotNull String description) {

    public Policy {
        allowed = allowed == null ? null : List.copyOf(allowed);
        scopes = scopes == null ? null : List.copyOf(scopes);
    }
}
