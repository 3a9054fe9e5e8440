package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.CreateCommitment;
import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.controlplane.billing.Life.Stretch;
import io.gpuaas.controlplane.billing.Reckoning.Rated;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.CommitmentId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.TenantId;
import java.math.BigInteger;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Commitments at a discount, with an independent account of what is charged for unused ones. */
final class CommitmentStory {

    private static final int MONTHS_AWAY_MAX = 3;

    private final BillingPlane world;
    private final PriceBook prices;
    private final List<Agreed> agreed = new ArrayList<>();
    private final Map<String, Long> shortfalls = new TreeMap<>();
    private int refused;

    /** In seconds. */
    record Agreed(CommitmentId id, TenantId tenant, String sku, int gpus, int discountPercent, long from, long to) {}

    CommitmentStory(BillingPlane world, PriceBook prices) {
        this.world = world;
        this.prices = prices;
    }

    /** An overlapping commitment is refused. */
    void agree(Random random, TenantId tenant, String sku) {
        long hour = Math.ceilDiv(world.clock.instant().getEpochSecond(), 3_600) + 1 + random.nextInt(100);
        long from = hour * 3_600;
        long to = from + (1L + random.nextInt(40 * 24)) * 3_600;
        int gpus = 1 + random.nextInt(10);
        int discount = 1 + random.nextInt(100);
        boolean overlaps = agreed.stream()
                .anyMatch(one ->
                        one.tenant().equals(tenant) && one.sku().equals(sku) && one.from() < to && one.to() > from);
        try {
            CommitmentId id = world.inTransaction(() -> world.plane
                    .bean(Commitments.class)
                    .create(
                            tenant,
                            new CreateCommitment(
                                    sku, gpus, discount, Instant.ofEpochSecond(from), Instant.ofEpochSecond(to)))
                    .id());
            assertThat(overlaps).as("two commitments at once").isFalse();
            agreed.add(new Agreed(id, tenant, sku, gpus, discount, from, to));
        } catch (ProblemException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.BOOKING_CONFLICT);
            assertThat(overlaps).as("refused without a reason").isTrue();
            refused++;
        }
    }

    Optional<Agreed> find(TenantId tenant, String sku, long second) {
        return agreed.stream()
                .filter(one -> one.tenant().equals(tenant)
                        && one.sku().equals(sku)
                        && one.from() <= second
                        && one.to() > second)
                .findFirst();
    }

    /** Lets months be closed that are over and, of each that was, works out what must be charged beyond the use. */
    void closeMonth(Collection<Life> lives) {
        YearMonth over =
                YearMonth.from(world.clock.instant().atOffset(ZoneOffset.UTC)).minusMonths(1);
        MeterStore meters = world.plane.bean(MeterStore.class);
        List<YearMonth> open = IntStream.rangeClosed(0, MONTHS_AWAY_MAX)
                .mapToObj(back -> over.minusMonths(MONTHS_AWAY_MAX - back))
                .filter(month -> !meters.isClosed(month))
                .toList();
        world.plane.bean(MonthClose.class).closeWhatIsOver();
        open.stream().filter(meters::isClosed).forEach(month -> reckon(month, lives));
    }

    private void reckon(YearMonth month, Collection<Life> lives) {
        long begins = month.atDay(1).atStartOfDay().toEpochSecond(ZoneOffset.UTC);
        long ends = month.plusMonths(1).atDay(1).atStartOfDay().toEpochSecond(ZoneOffset.UTC);
        Map<TenantId, Long> billed = new HashMap<>();
        agreed.forEach(one -> billed.computeIfAbsent(one.tenant(), world::billedUntil));
        List<Life> theirs = lives.stream()
                .filter(life -> billed.containsKey(life.metered.tenant()))
                .toList();
        List<Rated> rated =
                new Reckoning(prices, this, (of, stretch) -> isTakenBack(of, stretch, billed)).rate(theirs, ends);
        for (Agreed one : agreed) {
            long from = Math.max(begins, one.from());
            long to = Math.min(ends, one.to());
            if (from < to) {
                long had = rated.stream()
                        .filter(row -> row.of().tenant().equals(one.tenant())
                                && row.of().sku().equals(one.sku())
                                && row.from() >= from
                                && row.from() < to)
                        .mapToLong(Rated::committed)
                        .sum();
                charge(one, month, one.gpus() * (to - from) - had, to);
            }
        }
    }

    /** With the next charge of the shard. */
    private static boolean isTakenBack(Metered of, Stretch late, Map<TenantId, Long> billed) {
        return billed.getOrDefault(of.tenant(), 0L) > late.chargedTo();
    }

    private void charge(Agreed of, YearMonth month, long gpuSeconds, long to) {
        long nanos = BigInteger.valueOf(prices.at(of.sku(), of.tenant(), to - 1))
                .multiply(BigInteger.valueOf(gpuSeconds * (100 - of.discountPercent())))
                .divide(BigInteger.valueOf(360_000))
                .longValueExact();
        if (nanos > 0) {
            shortfalls.put("commitment:" + of.id() + ":" + month, nanos);
        }
    }

    void check() {
        Map<String, Long> charged = new TreeMap<>();
        world.plane.bean(JdbcClient.class).sql("""
                        SELECT b.key, t.amount_nanos FROM ledger.transfer t JOIN ledger.booking b ON b.id = t.subject
                        WHERE t.kind = 'commitment_shortfall'""").query(row -> {
            charged.merge(row.getString(1), row.getLong(2), Long::sum);
        });
        assertThat(charged).as("committed and not used").isEqualTo(shortfalls);
        assertThat(shortfalls).isNotEmpty();
        assertThat(world.database.count("SELECT count(*) FROM billing.usage WHERE committed_gpu_seconds > 0"))
                .as("use that was cheaper")
                .isPositive();
    }

    @Override
    public String toString() {
        return agreed.size() + " commitments (" + refused + " refused), " + shortfalls.size() + " shortfalls";
    }
}
