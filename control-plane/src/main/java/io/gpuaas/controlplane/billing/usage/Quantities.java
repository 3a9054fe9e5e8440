package io.gpuaas.controlplane.billing.usage;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses decimals without exponents, with which a few letters would become gigabytes of digits. */
final class Quantities {

    private static final Pattern DECIMAL = Pattern.compile("-?\\d{1,20}(\\.\\d{1,18})?");

    private Quantities() {}

    static Optional<BigDecimal> parse(String text) {
        return DECIMAL.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    static Optional<BigDecimal> parsePositive(String text) {
        return parse(text).filter(value -> value.signum() > 0);
    }
}
