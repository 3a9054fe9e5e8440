// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateAdvisory(
        @JsonProperty("title") @NotNull @Size(min = 1, max = 200) @Pattern(regexp = "(?s:.*)(?:\\S)(?s:.*)", message = "must not be blank") @PlainText String title,
        @JsonProperty("purl") @NotNull @Size(min = 7, max = 400) @Pattern(regexp = "(?s:.*)(?:^pkg:)(?s:.*)") @PlainText String purl,
        @JsonProperty("versions") @NotNull @Size(min = 1, max = 300) @PlainText String versions,
        @JsonProperty("severity") @NotNull AdvisorySeverity severity,
        @JsonProperty("action") @NotNull AdvisoryAction action,
        @JsonProperty("reference") @Size(min = 1, max = 500) @PlainText @Nullable String reference) {
}
