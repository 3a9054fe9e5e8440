package io.gpuaas.controlplane.billing.usage;

import io.gpuaas.api.NewUsageRecord;
import io.gpuaas.kernel.TenantId;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides which usage may be reported, and its cost. Pure; holds all the facts it needs. */
record UsageRules(
        Map<String, Measure> measures, List<UnitPrice> prices, TenantId tenant, Instant now, Duration lateMax) {

    /** Clocks of producers may be so much ahead. */
    static final Duration AHEAD_MAX = Duration.ofMinutes(1);

    /** Also how far back overlaps have to be looked for. */
    static final Duration PERIOD_MAX = Duration.ofDays(1);

    /** A million of the currency's unit for one record is a mistake. */
    static final BigInteger AMOUNT_MAX = BigInteger.valueOf(1_000_000_000_000_000L);

    /** The app instance, the measure and the time of some usage. */
    record Period(String appInstance, String measure, Instant startsAt, Instant endsAt) {

        boolean overlaps(Period other) {
            return appInstance.equals(other.appInstance)
                    && measure.equals(other.measure)
                    && startsAt.isBefore(other.endsAt)
                    && endsAt.isAfter(other.startsAt);
        }
    }

    sealed interface Decision permits Rated, Refused {}

    /** In the measure's own unit, and what it costs at the price that held when it began. */
    record Rated(String recordId, Period period, BigDecimal quantity, UnitPrice price, long amountNanos)
            implements Decision {}

    record Refused(String code, String message) implements Decision {}

    Decision decide(NewUsageRecord record) {
        Period period = period(record);
        return refusePeriod(period).<Decision>map(refused -> refused).orElseGet(() -> measured(record, period));
    }

    private static Period period(NewUsageRecord record) {
        return new Period(
                record.appInstance(),
                record.measure(),
                record.startsAt().truncatedTo(ChronoUnit.MICROS),
                record.endsAt().truncatedTo(ChronoUnit.MICROS));
    }

    /** Whether it is the same usage, in whatever unit it is reported. */
    boolean isSame(UsageRecordStore.Known known, NewUsageRecord record) {
        Measure measure = measures.get(record.measure());
        return measure != null
                && known.period().equals(period(record))
                && Quantities.parse(record.quantity())
                        .flatMap(quantity -> measure.normal(quantity, record.unit()))
                        .filter(quantity -> quantity.compareTo(known.quantity()) == 0)
                        .isPresent();
    }

    private Optional<Refused> refusePeriod(Period period) {
        Instant starts = period.startsAt();
        Instant ends = period.endsAt();
        if (ends.isAfter(now.plus(AHEAD_MAX))) {
            return refused("in_the_future", "The end " + ends + " is in the future. The current time is " + now + ".");
        }
        if (ends.isBefore(now.minus(lateMax))) {
            return refused("too_late", "The end " + ends + " is more than " + lateMax + " ago.");
        }
        if (!starts.isBefore(ends)) {
            return refused("period_invalid", "The end must be after the start.");
        }
        if (starts.isBefore(ends.minus(PERIOD_MAX))) {
            return refused("period_too_long", "A record can cover at most one day.");
        }
        if (!month(starts).equals(month(ends.minusNanos(1)))) {
            return refused(
                    "period_crosses_months", "A record must not span two months (UTC). Send one record per month.");
        }
        return Optional.empty();
    }

    private static YearMonth month(Instant at) {
        return YearMonth.from(at.atOffset(ZoneOffset.UTC));
    }

    private Decision measured(NewUsageRecord record, Period period) {
        Measure measure = measures.get(record.measure());
        if (measure == null) {
            return new Refused("measure_unknown", "There is no measure '" + record.measure() + "'.");
        }
        Optional<BigDecimal> written = Quantities.parse(record.quantity());
        if (written.isEmpty()) {
            return new Refused(
                    "quantity_invalid",
                    "The quantity must be a decimal with up to 20 digits before and 18 after the point.");
        }
        if (written.get().signum() <= 0) {
            return new Refused("quantity_not_positive", "The quantity must be greater than zero.");
        }
        return measure.normal(written.get(), record.unit())
                .map(quantity -> rated(record.recordId(), period, measure, quantity))
                .orElseGet(() -> new Refused(
                        "unit_unknown", "'" + measure.name() + "' is not reported in '" + record.unit() + "'."));
    }

    private Decision rated(String recordId, Period period, Measure measure, BigDecimal quantity) {
        if (quantity.compareTo(measure.quantityMax()) > 0) {
            return new Refused(
                    "quantity_too_large",
                    "One record can have at most " + measure.quantityMax().toPlainString() + " " + measure.unit()
                            + ".");
        }
        Optional<UnitPrice> price = UnitPrice.inEffect(prices, measure.name(), tenant, period.startsAt());
        if (price.isEmpty()) {
            return new Refused("price_missing", "'" + measure.name() + "' had no price at " + period.startsAt() + ".");
        }
        BigInteger amount = price.get().amountNanos(quantity);
        if (amount.compareTo(AMOUNT_MAX) > 0) {
            return new Refused("amount_too_large", "One record can cost at most one million.");
        }
        return new Rated(recordId, period, quantity, price.get(), amount.longValueExact());
    }

    private static Optional<Refused> refused(String code, String message) {
        return Optional.of(new Refused(code, message));
    }
}
