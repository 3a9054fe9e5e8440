// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An automatic top-up failed. */
public record AutoTopUpFailed(
        PaymentId paymentId,
        TenantId tenantId,
        int failures,
        String reason,
        @Nullable Instant retryAt)
        implements DomainEvent {

    public static final String TYPE = "payments.auto_top_up_failed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("payment", paymentId);
    }
}
