package io.gpuaas.cli;

import io.gpuaas.sdk.Money;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Money as people write and read it. */
final class Amount {

    private static final int NANO_DIGITS = 9;

    private Amount() {}

    /** Exactly as typed; more than nine digits after the point are refused rather than rounded. */
    static Money parse(String amount, String currency) {
        try {
            long nanos = new BigDecimal(amount).movePointRight(NANO_DIGITS).longValueExact();
            return new Money(nanos, currency);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("'" + Words.printable(amount)
                    + "' is not an amount like 2.49, with nine digits after the point at most");
        }
    }

    /** Also below zero. */
    static String show(long nanos, String currency) {
        return new io.gpuaas.kernel.Money(nanos, currency).toString();
    }

    static String show(@Nullable Money money) {
        return money == null ? "-" : new io.gpuaas.kernel.Money(money.nanos(), money.currency()).toString();
    }
}
