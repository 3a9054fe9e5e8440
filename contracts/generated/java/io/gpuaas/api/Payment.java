// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.PaymentId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Payment(
        @JsonProperty("id") @NotNull PaymentId id,
        @JsonProperty("amount") @NotNull @Valid Money amount,
        @JsonProperty("refunded_nanos") @NotNull Long refundedNanos,
        @JsonProperty("provider") @NotNull String provider,
        @JsonProperty("state") @NotNull PaymentState state,
        @JsonProperty("requested_at") @NotNull Instant requestedAt,
        @JsonProperty("paid_at") @Nullable Instant paidAt,
        @JsonProperty("checkout_url") @Nullable String checkoutUrl,
        @JsonProperty("failure") @Nullable String failure) {
}
