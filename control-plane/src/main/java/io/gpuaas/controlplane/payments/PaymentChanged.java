package io.gpuaas.controlplane.payments;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;

/** A payment was made or refunded. */
record PaymentChanged(
        PaymentId paymentId, TenantId tenantId, String state, String currency, long amountNanos, long refundedNanos)
        implements DomainEvent {

    @Override
    public String type() {
        return "payments.payment_changed";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("payment", paymentId.toString());
    }
}
