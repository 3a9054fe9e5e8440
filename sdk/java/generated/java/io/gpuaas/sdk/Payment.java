// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.PaymentId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Payment(
        @JsonProperty("id") PaymentId id,
        @JsonProperty("amount") Money amount,
        @JsonProperty("refunded_nanos") Long refundedNanos,
        @JsonProperty("provider") String provider,
        @JsonProperty("state") PaymentState state,
        @JsonProperty("requested_at") Instant requestedAt,
        @JsonProperty("paid_at") @Nullable Instant paidAt,
        @JsonProperty("checkout_url") @Nullable String checkoutUrl,
        @JsonProperty("failure") @Nullable String failure) {
}
