package io.gpuaas.controlplane.payments;

import io.gpuaas.api.Payment;
import io.gpuaas.api.PaymentState;
import io.gpuaas.events.PaymentChanged;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A payment as it is stored. The reference is the provider's name for it. */
record PaymentRecord(
        PaymentId id,
        TenantId tenant,
        Money amount,
        long refundedNanos,
        String provider,
        @Nullable String reference,
        PaymentState state,
        Instant requestedAt,
        @Nullable Instant paidAt,
        boolean isAutomatic,
        boolean savesMethod,
        @Nullable String checkoutReference,
        @Nullable String checkoutUrl,
        @Nullable String failure) {

    Money left() {
        return amount.minus(new Money(refundedNanos, amount.currency()));
    }

    Payment view() {
        return new Payment(
                id,
                new io.gpuaas.api.Money(amount.nanos(), amount.currency()),
                refundedNanos,
                provider,
                state,
                requestedAt,
                paidAt,
                state == PaymentState.PENDING ? checkoutUrl : null,
                failure);
    }

    PaymentChanged changed() {
        return new PaymentChanged(id, tenant, state.wire(), amount.currency(), amount.nanos(), refundedNanos);
    }
}
