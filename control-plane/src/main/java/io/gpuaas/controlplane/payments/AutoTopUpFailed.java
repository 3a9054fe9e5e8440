package io.gpuaas.controlplane.payments;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Credit could not be added by itself. Without a time to retry it is not tried again. */
record AutoTopUpFailed(
        PaymentId paymentId,
        TenantId tenantId,
        int failures,
        String reason,
        @Nullable Instant retryAt) implements DomainEvent {

    @Override
    public String type() {
        return "payments.auto_top_up_failed";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("payment", paymentId.toString());
    }
}
