// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;

/** A payment was disputed at the bank, or a dispute ended. */
public record DisputeChanged(
        PaymentId paymentId,
        TenantId tenantId,
        String dispute,
        String state,
        String currency,
        long amountNanos)
        implements DomainEvent {

    public static final String TYPE = "payments.dispute_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("payment", paymentId);
    }
}
