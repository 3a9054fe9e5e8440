package io.gpuaas.controlplane.payments;

import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.PaymentId;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A refund through a provider. */
record Refund(
        UUID id,
        PaymentId payment,
        Money amount,
        State state,
        @Nullable String reference) {

    enum State {
        REQUESTED,
        SENT,
        SUCCEEDED,
        FAILED;

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Never back, whichever news comes late. A bank may still return what had succeeded. */
        boolean mayBecome(State next) {
            return this != FAILED && next.compareTo(this) > 0;
        }
    }
}
