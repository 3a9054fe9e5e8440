// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NewUsageRecord(
        @JsonProperty("record_id") @NotNull @Size(min = 1, max = 100) @PlainText String recordId,
        @JsonProperty("app_instance") @NotNull @Size(min = 1, max = 100) @Pattern(regexp = "^[A-Za-z0-9][A-Za-z0-9_.:/-]*$") String appInstance,
        @JsonProperty("measure") @NotNull @Size(min = 1, max = 63) @PlainText String measure,
        @JsonProperty("quantity") @NotNull @Size(min = 1, max = 40) @PlainText String quantity,
        @JsonProperty("unit") @NotNull @Size(min = 1, max = 40) @PlainText String unit,
        @JsonProperty("starts_at") @NotNull Instant startsAt,
        @JsonProperty("ends_at") @NotNull Instant endsAt) {
}
