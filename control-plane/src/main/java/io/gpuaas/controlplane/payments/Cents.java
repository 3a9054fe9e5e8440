package io.gpuaas.controlplane.payments;

import io.gpuaas.kernel.Money;
import java.util.Locale;

/** Amounts as Stripe counts them. Every currency a tenant can pay in has hundredths. */
final class Cents {

    private static final long NANOS_PER_CENT = Money.NANOS_PER_UNIT / 100;

    private Cents() {}

    /** Refused unless it is a whole number of them: nothing is rounded on the way to a card. */
    static long of(Money amount) {
        if (amount.nanos() % NANOS_PER_CENT != 0) {
            throw PaymentErrors.notWholeCents(amount);
        }
        return amount.nanos() / NANOS_PER_CENT;
    }

    static Money money(long cents, String currency) {
        return new Money(Math.multiplyExact(cents, NANOS_PER_CENT), currency.toUpperCase(Locale.ROOT));
    }
}
