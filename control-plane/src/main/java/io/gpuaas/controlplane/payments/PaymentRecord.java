package io.gpuaas.controlplane.payments;

import io.gpuaas.api.Payment;
import io.gpuaas.api.PaymentState;
import io.gpuaas.events.PaymentChanged;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A payment as it is stored. */
record PaymentRecord(
        PaymentId id,
        TenantId tenant,
        Money amount,
        long refundedNanos,
        Provider provider,
        PaymentState state,
        @Nullable String failure,
        Request request,
        @Nullable Instant paidAt) {

    /** The provider that takes the payment, the payment's id there, and the page where the payer pays. */
    record Provider(
            String name,
            @Nullable String reference,
            @Nullable String checkoutReference,
            @Nullable String checkoutUrl) {}

    /** When and how the payment was requested; one that saves the method allows automatic payments later. */
    record Request(Instant at, boolean isAutomatic, boolean savesMethod) {}

    Money left() {
        return amount.minus(new Money(refundedNanos, amount.currency()));
    }

    Payment view() {
        return new Payment(
                id,
                new io.gpuaas.api.Money(amount.nanos(), amount.currency()),
                refundedNanos,
                provider.name(),
                state,
                request.at(),
                paidAt,
                state == PaymentState.PENDING ? provider.checkoutUrl() : null,
                failure);
    }

    PaymentChanged changed() {
        return new PaymentChanged(id, tenant, state.wire(), amount.currency(), amount.nanos(), refundedNanos);
    }
}
