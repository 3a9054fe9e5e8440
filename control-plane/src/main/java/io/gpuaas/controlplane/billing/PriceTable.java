package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.offerings.Price;
import io.gpuaas.controlplane.offerings.PriceSpan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Prices as the arrays a statement takes. */
record PriceTable(
        List<String> skus,
        List<UUID> tenants,
        List<@Nullable UUID> prices,
        List<@Nullable Long> gpuHourNanos,
        List<@Nullable String> currencies,
        List<Long> begins,
        List<Long> ends) {

    /** Stands for every tenant without a price of its own: a join on equality is faster than one on absence. */
    static final UUID EVERYBODY = new UUID(0, 0);

    private static final long FOREVER = Instant.parse("9999-12-31T00:00:00Z").getEpochSecond();

    static PriceTable of(List<PriceSpan> spans) {
        PriceTable table = new PriceTable(
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
        Map<List<Object>, Long> first = new HashMap<>();
        for (PriceSpan span : spans) {
            long begins = begin(span.begins());
            table.add(span.sku(), holder(span), span.price(), begins, begin(span.ends()));
            first.merge(List.of(span.sku(), holder(span)), begins, Math::min);
        }
        // Before its first price something costs nothing; that time is accounted for all the same.
        first.forEach((of, begins) -> table.add((String) of.get(0), (UUID) of.get(1), null, 0, begins));
        return table;
    }

    private void add(String sku, UUID tenant, @Nullable Price price, long from, long to) {
        skus.add(sku);
        tenants.add(tenant);
        prices.add(price == null ? null : price.id());
        gpuHourNanos.add(price == null ? null : price.gpuHour().nanos());
        currencies.add(price == null ? null : price.gpuHour().currency());
        begins.add(from);
        ends.add(to);
    }

    private static UUID holder(PriceSpan span) {
        return span.tenant() == null ? EVERYBODY : span.tenant().value();
    }

    /** A price holds from the first whole second on. */
    private static long begin(Instant at) {
        return at.equals(Instant.MAX) ? FOREVER : WholeSeconds.atOrAfter(at).getEpochSecond();
    }

    JdbcClient.StatementSpec bind(JdbcClient.StatementSpec statement) {
        return statement
                .param("skus", skus.toArray(String[]::new))
                .param("tenants", tenants.toArray(UUID[]::new))
                .param("prices", prices.toArray(UUID[]::new))
                .param("nanos", gpuHourNanos.toArray(Long[]::new))
                .param("currencies", currencies.toArray(String[]::new))
                .param("begins", begins.toArray(Long[]::new))
                .param("ends", ends.toArray(Long[]::new))
                .param("everybody", EVERYBODY);
    }
}
