// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateAdvisory(
        @JsonProperty("title") String title,
        @JsonProperty("purl") String purl,
        @JsonProperty("versions") String versions,
        @JsonProperty("severity") AdvisorySeverity severity,
        @JsonProperty("action") AdvisoryAction action,
        @JsonProperty("reference") @Nullable String reference) {
}
