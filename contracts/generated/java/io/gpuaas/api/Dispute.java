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
public record Dispute(
        @JsonProperty("id") @NotNull String id,
        @JsonProperty("payment_id") @NotNull PaymentId paymentId,
        @JsonProperty("amount") @NotNull @Valid Money amount,
        @JsonProperty("state") @NotNull String state,
        @JsonProperty("opened_at") @NotNull Instant openedAt,
        @JsonProperty("closed_at") @Nullable Instant closedAt) {
}
