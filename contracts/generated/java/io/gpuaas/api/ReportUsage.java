// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReportUsage(
        @JsonProperty("producer") @NotNull @Size(min = 1, max = 100) @Pattern(regexp = "^[A-Za-z0-9][A-Za-z0-9_.:/-]*$") String producer,
        @JsonProperty("records") @NotNull @Size(min = 1, max = 1000) List<@Valid NewUsageRecord> records) {

    public ReportUsage {
        records = records == null ? null : List.copyOf(records);
    }
}
