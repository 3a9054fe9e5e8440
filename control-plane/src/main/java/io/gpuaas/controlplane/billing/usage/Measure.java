package io.gpuaas.controlplane.billing.usage;

import io.gpuaas.api.MeasureUnit;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A quantity that apps report: the unit it is stored in, and the factors of other units. */
record Measure(String name, String title, String unit, Map<String, BigDecimal> units, BigDecimal quantityMax) {

    Measure {
        units = Map.copyOf(units);
    }

    /** A quantity in the measure's own unit; empty when the unit is not one of it. */
    Optional<BigDecimal> normal(BigDecimal quantity, String of) {
        return Optional.ofNullable(units.get(of))
                .map(factor -> quantity.multiply(factor).stripTrailingZeros());
    }

    io.gpuaas.api.Measure view(@Nullable UnitPrice price) {
        List<MeasureUnit> others = new TreeMap<>(units)
                .entrySet().stream()
                        .filter(entry -> !entry.getKey().equals(unit))
                        .map(entry -> new MeasureUnit(
                                entry.getKey(),
                                entry.getValue().stripTrailingZeros().toPlainString()))
                        .toList();
        return new io.gpuaas.api.Measure(
                name,
                title,
                unit,
                others,
                quantityMax.stripTrailingZeros().toPlainString(),
                price == null ? null : price.view());
    }
}
