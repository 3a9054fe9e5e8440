// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReportUsage(
        @JsonProperty("producer") String producer,
        @JsonProperty("records") List<NewUsageRecord> records) {

    public ReportUsage {
        records = records == null ? List.of() : List.copyOf(records);
    }
}
