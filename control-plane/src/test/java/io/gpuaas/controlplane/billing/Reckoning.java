package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.controlplane.billing.CommitmentStory.Agreed;
import io.gpuaas.controlplane.billing.Life.Stretch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/** Computes the expected cost of usage, window by window and rule by rule, without the database. */
final class Reckoning {

    static final long WINDOW = 3_600;

    /** The first uses of a window have what was agreed on; PostgreSQL orders ids by their bytes, as their text is ordered. */
    private static final Comparator<Row> IN_TURN =
            Comparator.<Row, String>comparing(row -> row.of().id().toString()).thenComparingLong(Row::from);

    private final PriceBook prices;
    private final CommitmentStory commitments;
    private final BiPredicate<Metered, Stretch> isTakenBack;

    /** Ends that were reported late count once the excess was refunded. */
    Reckoning(PriceBook prices, CommitmentStory commitments, BiPredicate<Metered, Stretch> isTakenBack) {
        this.prices = prices;
        this.commitments = commitments;
        this.isTakenBack = isTakenBack;
    }

    private record Row(Metered of, long from, long to, long keptTo) {

        long gpuSeconds() {
            return of.gpus() * (to - from);
        }

        long keptGpuSeconds() {
            return of.gpus() * Math.clamp(keptTo - from, 0, to - from);
        }

        List<Object> window() {
            return List.of(of.tenant(), of.sku(), from / WINDOW);
        }
    }

    /** Use inside of one window at one price. */
    record Rated(Metered of, long from, long gpuSeconds, long committed, long nanos) {}

    List<Rated> rate(Collection<Life> lives, long untilSecond) {
        Map<List<Object>, List<Row>> windows = new HashMap<>();
        for (Life life : lives) {
            for (Stretch stretch : life.stretches(untilSecond)) {
                for (Row row : rows(life.metered, stretch, untilSecond)) {
                    windows.computeIfAbsent(row.window(), none -> new ArrayList<>())
                            .add(row);
                }
            }
        }
        List<Rated> rated = new ArrayList<>();
        windows.values().forEach(window -> rated.addAll(rate(window)));
        return rated;
    }

    private List<Row> rows(Metered of, Stretch stretch, long untilSecond) {
        List<Row> rows = new ArrayList<>();
        long end = Math.min(stretch.end(), untilSecond);
        long keptTo = stretch.isLate() && !isTakenBack.test(of, stretch) ? end : stretch.to();
        for (long at = stretch.from(); at < end; ) {
            long window = (at / WINDOW + 1) * WINDOW;
            long to = Math.min(end, Math.min(window, prices.nextChange(of.sku(), of.tenant(), at)));
            rows.add(new Row(of, at, to, keptTo));
            at = to;
        }
        return rows;
    }

    private List<Rated> rate(List<Row> window) {
        Metered first = window.getFirst().of();
        Optional<Agreed> agreed =
                commitments.find(first.tenant(), first.sku(), window.getFirst().from() / WINDOW * WINDOW);
        long room = agreed.map(one -> one.gpus() * WINDOW).orElse(0L);
        int discount = agreed.map(Agreed::discountPercent).orElse(0);
        window.sort(IN_TURN);
        List<Rated> rated = new ArrayList<>();
        for (Row row : window) {
            long kept = row.keptGpuSeconds();
            // GPU-seconds assigned to a row stay with it as far as the row stays; no other row gets them afterwards.
            long committed = Math.min(kept, Math.min(room, row.gpuSeconds()));
            room = Math.max(0, room - row.gpuSeconds());
            long nanos = prices.at(row.of().sku(), row.of().tenant(), row.from())
                    * (kept * 100 - committed * discount)
                    / 360_000;
            rated.add(new Rated(row.of(), row.from(), kept, committed, nanos));
        }
        return rated;
    }
}
