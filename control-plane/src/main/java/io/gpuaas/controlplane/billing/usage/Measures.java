package io.gpuaas.controlplane.billing.usage;

import io.gpuaas.api.AddMeasurePrice;
import io.gpuaas.api.CreateMeasure;
import io.gpuaas.api.MeasureUnit;
import io.gpuaas.controlplane.identity.Tenancy;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Manages measures, the units they are reported in, and their prices, which operators define. */
@Component
public class Measures {

    private final MeasureStore store;
    private final Tenancy tenancy;
    private final IdSource ids;
    private final Clock clock;

    Measures(MeasureStore store, Tenancy tenancy, IdSource ids, Clock clock) {
        this.store = store;
        this.tenancy = tenancy;
        this.ids = ids;
        this.clock = clock;
    }

    public Measure create(CreateMeasure command) {
        Measure measure = new Measure(
                command.name(),
                command.title().strip(),
                command.unit(),
                units(command),
                positive("quantity_max", command.quantityMax()));
        if (!store.add(measure, Call.current().caller().id(), clock.instant())) {
            throw MeasureErrors.nameTaken(measure.name());
        }
        return measure;
    }

    private static Map<String, BigDecimal> units(CreateMeasure command) {
        Map<String, BigDecimal> units = new HashMap<>(Map.of(command.unit(), BigDecimal.ONE));
        List<MeasureUnit> others = command.units() == null ? List.of() : command.units();
        for (MeasureUnit unit : others) {
            if (units.putIfAbsent(unit.name(), positive("factor", unit.factor())) != null) {
                throw MeasureErrors.invalid("The unit '" + unit.name() + "' is listed twice.");
            }
        }
        return units;
    }

    private static BigDecimal positive(String field, String text) {
        return Quantities.parsePositive(text)
                .orElseThrow(() ->
                        MeasureErrors.invalid(field + " must be a decimal greater than zero, not '" + text + "'."));
    }

    public UnitPrice addPrice(String name, AddMeasurePrice command) {
        require(name);
        if (command.tenantId() != null) {
            tenancy.requireTenant(command.tenantId());
        }
        Instant now = clock.instant();
        Instant from =
                command.effectiveFrom() == null ? now : command.effectiveFrom().truncatedTo(ChronoUnit.MICROS);
        if (from.isBefore(now)) {
            throw MeasureErrors.priceInThePast(from);
        }
        UnitPrice price = new UnitPrice(
                ids.next(),
                name,
                command.tenantId(),
                new Money(command.price().nanos(), command.price().currency()),
                command.per() == null ? 1 : command.per(),
                from);
        if (!store.add(price, Call.current().caller().id(), now)) {
            throw MeasureErrors.priceConflict(from);
        }
        return price;
    }

    List<Measure> list(@Nullable String after, int limit) {
        return store.list(after, limit);
    }

    /** The current general price; empty before the first one. */
    Optional<UnitPrice> general(List<UnitPrice> begun, String measure) {
        return begun.stream()
                .filter(price -> price.measure().equals(measure))
                .max(java.util.Comparator.comparing(UnitPrice::effectiveFrom));
    }

    List<io.gpuaas.api.Measure> view(List<Measure> measures) {
        List<UnitPrice> begun = store.begun(measures.stream().map(Measure::name).toList(), null, clock.instant());
        return measures.stream()
                .map(measure -> measure.view(general(begun, measure.name()).orElse(null)))
                .toList();
    }

    List<UnitPrice> prices(String name, @Nullable UUID before, int limit) {
        require(name);
        return store.prices(name, before, limit);
    }

    private void require(String name) {
        if (store.named(List.of(name)).isEmpty()) {
            throw MeasureErrors.noSuchMeasure(name);
        }
    }
}
