// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;

/** A payment was made or refunded. */
public record PaymentChanged(
        PaymentId paymentId,
        TenantId tenantId,
        String state,
        String currency,
        long amountNanos,
        long refundedNanos)
        implements DomainEvent {

    public static final String TYPE = "payments.payment_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("payment", paymentId);
    }
}
