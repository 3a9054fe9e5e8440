// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.UUID;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record UsageRecord(
        @JsonProperty("id") UUID id,
        @JsonProperty("producer") String producer,
        @JsonProperty("record_id") String recordId,
        @JsonProperty("app_instance") String appInstance,
        @JsonProperty("measure") String measure,
        @JsonProperty("quantity") String quantity,
        @JsonProperty("unit") String unit,
        @JsonProperty("starts_at") Instant startsAt,
        @JsonProperty("ends_at") Instant endsAt,
        @JsonProperty("amount") Money amount,
        @JsonProperty("reported_at") Instant reportedAt,
        @JsonProperty("reported_by") String reportedBy) {
}
