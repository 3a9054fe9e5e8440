// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.UUID;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record UsageRecord(
        @JsonProperty("id") @NotNull UUID id,
        @JsonProperty("producer") @NotNull String producer,
        @JsonProperty("record_id") @NotNull String recordId,
        @JsonProperty("app_instance") @NotNull String appInstance,
        @JsonProperty("measure") @NotNull String measure,
        @JsonProperty("quantity") @NotNull String quantity,
        @JsonProperty("unit") @NotNull String unit,
        @JsonProperty("starts_at") @NotNull Instant startsAt,
        @JsonProperty("ends_at") @NotNull Instant endsAt,
        @JsonProperty("amount") @NotNull @Valid Money amount,
        @JsonProperty("reported_at") @NotNull Instant reportedAt,
        @JsonProperty("reported_by") @NotNull String reportedBy) {
}
