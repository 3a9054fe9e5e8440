package io.gpuaas.kernel;

import java.math.BigDecimal;
import java.util.Objects;
import java.util.regex.Pattern;

/** An amount in whole nano-units (10⁻⁹) of a currency. Never a fraction, so that sums are exact. */
public record Money(long nanos, String currency) implements Comparable<Money> {

    public static final long NANOS_PER_UNIT = 1_000_000_000L;

    private static final int NANO_DIGITS = 9;
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

    public Money {
        Objects.requireNonNull(currency, "currency");
        if (!CURRENCY.matcher(currency).matches()) {
            throw new IllegalArgumentException("a currency has three capital letters, '" + currency + "' has not");
        }
    }

    public static Money zero(String currency) {
        return new Money(0, currency);
    }

    public Money plus(Money other) {
        return new Money(Math.addExact(nanos, sameCurrency(other).nanos), currency);
    }

    public Money minus(Money other) {
        return new Money(Math.subtractExact(nanos, sameCurrency(other).nanos), currency);
    }

    public Money times(long factor) {
        return new Money(Math.multiplyExact(nanos, factor), currency);
    }

    /** Amounts of different currencies have no order: comparing them is a mistake. */
    @Override
    public int compareTo(Money other) {
        return Long.compare(nanos, sameCurrency(other).nanos);
    }

    private Money sameCurrency(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException(currency + " and " + other.currency + " do not mix");
        }
        return other;
    }

    /** As people read it: {@code 2.49 USD}, with as many digits as it takes and two at least. */
    @Override
    public String toString() {
        BigDecimal amount = BigDecimal.valueOf(nanos, NANO_DIGITS).stripTrailingZeros();
        return amount.setScale(Math.max(2, amount.scale())).toPlainString() + " " + currency;
    }
}
