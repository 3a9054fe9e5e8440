package io.gpuaas.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MoneyTest {

    private static final Money PRICE = new Money(2_490_000_000L, "USD");

    @Test
    void sumsAreExact() {
        assertThat(PRICE.times(3).plus(new Money(1, "USD")).minus(PRICE)).isEqualTo(new Money(4_980_000_001L, "USD"));
    }

    @Test
    void currenciesDoNotMix() {
        Money euro = Money.zero("EUR");
        assertThatThrownBy(() -> PRICE.plus(euro)).hasMessage("USD and EUR do not mix");
        assertThatThrownBy(() -> PRICE.compareTo(euro)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void overflowIsRefusedInsteadOfWrappingAround() {
        assertThatThrownBy(() -> new Money(Long.MAX_VALUE, "USD").plus(new Money(1, "USD")))
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> new Money(Long.MAX_VALUE, "USD").times(2)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void aCurrencyHasThreeCapitals() {
        assertThatThrownBy(() -> new Money(1, "usd")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void peopleReadItWithTwoDigitsAtLeast() {
        assertThat(PRICE).hasToString("2.49 USD");
        assertThat(new Money(2_000_000_000L, "USD")).hasToString("2.00 USD");
        assertThat(new Money(1, "USD")).hasToString("0.000000001 USD");
        assertThat(Money.zero("EUR")).hasToString("0.00 EUR");
    }
}
