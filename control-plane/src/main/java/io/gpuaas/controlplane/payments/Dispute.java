package io.gpuaas.controlplane.payments;

import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A payment that was disputed at the payer's bank. */
record Dispute(
        String id,
        PaymentId payment,
        TenantId tenant,
        Money amount,
        State state,
        Instant openedAt,
        @Nullable Instant closedAt) {

    enum State {
        INQUIRY,
        OPEN,
        WON,
        LOST;

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State fromWire(String text) {
            return valueOf(text.toUpperCase(Locale.ROOT));
        }

        /** Stripe's words. Money moves only with the formal dispute, not with an inquiry. */
        static State ofStripe(String status) {
            return switch (status) {
                case "won" -> WON;
                case "lost" -> LOST;
                case "needs_response", "under_review" -> OPEN;
                default -> INQUIRY;
            };
        }

        /** Never back, and what was decided stays. */
        boolean mayBecome(State next) {
            return compareTo(WON) < 0 && next.compareTo(this) > 0;
        }
    }

    io.gpuaas.api.Dispute view() {
        return new io.gpuaas.api.Dispute(
                id,
                payment,
                new io.gpuaas.api.Money(amount.nanos(), amount.currency()),
                state.wire(),
                openedAt,
                closedAt);
    }
}
