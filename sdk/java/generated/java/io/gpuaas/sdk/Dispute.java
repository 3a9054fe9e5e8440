// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.PaymentId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Dispute(
        @JsonProperty("id") String id,
        @JsonProperty("payment_id") PaymentId paymentId,
        @JsonProperty("amount") Money amount,
        @JsonProperty("state") String state,
        @JsonProperty("opened_at") Instant openedAt,
        @JsonProperty("closed_at") @Nullable Instant closedAt) {
}
