package io.gpuaas.controlplane.payments;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;

/** A payment was disputed at the bank, or such a dispute ended. */
record DisputeChanged(
        PaymentId paymentId, TenantId tenantId, String dispute, String state, String currency, long amountNanos)
        implements DomainEvent {

    static DisputeChanged of(Dispute dispute) {
        return new DisputeChanged(
                dispute.payment(),
                dispute.tenant(),
                dispute.id(),
                dispute.state().wire(),
                dispute.amount().currency(),
                dispute.amount().nanos());
    }

    @Override
    public String type() {
        return "payments.dispute_changed";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("payment", paymentId.toString());
    }
}
