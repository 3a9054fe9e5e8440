// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The basis of a transfer for the usage of an allocation. Absent for other transfers. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TransferCharge(
        @JsonProperty("sku") @NotNull String sku,
        @JsonProperty("starts_at") @NotNull Instant startsAt,
        @JsonProperty("ends_at") @NotNull Instant endsAt,
        @JsonProperty("gpus") @NotNull Integer gpus,
        @JsonProperty("seconds") @NotNull Integer seconds,
        @JsonProperty("gpu_hour_nanos") @Nullable Long gpuHourNanos) {
}
