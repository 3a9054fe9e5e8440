package io.gpuaas.controlplane.billing;

import io.gpuaas.api.CurrencyOverview;
import io.gpuaas.api.MoneyOverview;
import io.gpuaas.api.TenantLeftOut;
import io.gpuaas.controlplane.ledger.Books;
import io.gpuaas.controlplane.ledger.Books.Sums;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Reports the platform's earnings and the tenants that run out of credit, for operators. */
@Component
public class MoneyFigures {

    private static final int SHORT_SHOWN_MAX = 5;
    private static final int LEFT_OUT_SHOWN_MAX = 10;

    private final Books books;
    private final ChargedToday today;
    private final BurnRates rates;
    private final WatchStore watch;
    private final AdjustmentStore adjustments;
    private final MeterStore meters;
    private final LeftOutStore leftOut;
    private final OpenMonthStore months;
    private final Clock clock;

    MoneyFigures(
            Books books,
            ChargedToday today,
            BurnRates rates,
            WatchStore watch,
            AdjustmentStore adjustments,
            MeterStore meters,
            LeftOutStore leftOut,
            OpenMonthStore months,
            Clock clock) {
        this.books = books;
        this.today = today;
        this.rates = rates;
        this.watch = watch;
        this.adjustments = adjustments;
        this.meters = meters;
        this.leftOut = leftOut;
        this.months = months;
        this.clock = clock;
    }

    public MoneyOverview now() {
        List<Sums> sums = books.sums();
        Map<String, Long> earned = today.byCurrency();
        Map<String, Long> burn = rates.byCurrency(clock.instant());
        return new MoneyOverview(
                sums.stream()
                        .map(one -> new CurrencyOverview(
                                one.currency(),
                                earned.getOrDefault(one.currency(), 0L),
                                one.accrued(),
                                burn.getOrDefault(one.currency(), 0L),
                                one.clearing(),
                                one.owed()))
                        .toList(),
                watch.uneasy().size(),
                watch.listShort(SHORT_SHOWN_MAX),
                adjustments.countPending(),
                sums.stream().allMatch(Sums::inBalance),
                meters.firstUnbilled().orElse(null),
                leftOut());
    }

    private List<TenantLeftOut> leftOut() {
        Stream<TenantLeftOut> uncharged = leftOut.list(LEFT_OUT_SHOWN_MAX).stream()
                .map(one -> new TenantLeftOut(one.tenant(), one.since(), one.billedUntil(), null, one.reason()));
        Stream<TenantLeftOut> open = months.listFailed(LEFT_OUT_SHOWN_MAX).stream()
                .map(one -> new TenantLeftOut(
                        one.of().tenant(), one.since(), null, one.of().month().toString(), one.reason()));
        return Stream.concat(uncharged, open).toList();
    }
}
