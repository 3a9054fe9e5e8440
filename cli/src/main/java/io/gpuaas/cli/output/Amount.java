package io.gpuaas.cli.output;

import io.gpuaas.sdk.Money;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Parses and formats amounts of money. */
public final class Amount {

    private static final int NANO_DIGITS = 9;

    private Amount() {}

    /** Parses an amount exactly; more than nine decimal places are refused rather than rounded. */
    public static Money parse(String amount, String currency) {
        try {
            long nanos = new BigDecimal(amount).movePointRight(NANO_DIGITS).longValueExact();
            return new Money(nanos, currency);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("'" + Words.printable(amount)
                    + "' is not an amount; use a number such as 2.49, with at most nine decimal places");
        }
    }

    /** Formats an amount, which may be negative. */
    public static String show(long nanos, String currency) {
        return new io.gpuaas.kernel.Money(nanos, currency).toString();
    }

    public static String show(@Nullable Money money) {
        return money == null ? "-" : new io.gpuaas.kernel.Money(money.nanos(), money.currency()).toString();
    }
}
