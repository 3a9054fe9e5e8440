package io.gpuaas.controlplane.billing.usage;

import io.gpuaas.api.MeasurePrice;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The price of {@code per} units of a measure from an instant on: for one tenant, or for every tenant without a price
 * of its own.
 */
record UnitPrice(UUID id, String measure, @Nullable TenantId tenant, Money price, long per, Instant effectiveFrom) {

    /** The tenant's own before the general one, and of these the latest that has begun. */
    static Optional<UnitPrice> inEffect(List<UnitPrice> prices, String measure, TenantId tenant, Instant at) {
        return latest(prices, measure, tenant, at).or(() -> latest(prices, measure, null, at));
    }

    private static Optional<UnitPrice> latest(
            List<UnitPrice> prices, String measure, @Nullable TenantId tenant, Instant at) {
        return prices.stream()
                .filter(price -> price.measure.equals(measure)
                        && java.util.Objects.equals(price.tenant, tenant)
                        && !price.effectiveFrom.isAfter(at))
                .max(java.util.Comparator.comparing(UnitPrice::effectiveFrom));
    }

    /** Rounded down to the nano, once. */
    BigInteger amountNanos(BigDecimal quantity) {
        return quantity.multiply(BigDecimal.valueOf(price.nanos()))
                .divide(BigDecimal.valueOf(per), 0, RoundingMode.DOWN)
                .toBigInteger();
    }

    MeasurePrice view() {
        return new MeasurePrice(
                id, measure, new io.gpuaas.api.Money(price.nanos(), price.currency()), per, tenant, effectiveFrom);
    }
}
