// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The basis of a transfer for the usage of an allocation. Absent for other transfers. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TransferCharge(
        @JsonProperty("sku") String sku,
        @JsonProperty("starts_at") Instant startsAt,
        @JsonProperty("ends_at") Instant endsAt,
        @JsonProperty("gpus") Integer gpus,
        @JsonProperty("seconds") Integer seconds,
        @JsonProperty("gpu_hour_nanos") @Nullable Long gpuHourNanos) {
}
