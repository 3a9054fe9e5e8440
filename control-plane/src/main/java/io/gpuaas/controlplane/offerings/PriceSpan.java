package io.gpuaas.controlplane.offerings;

import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A price and the time in which it holds: for one tenant, or for every tenant without spans of its own for the SKU.
 * Charges use it; {@link PriceStore#inEffect} states the same rule in SQL for one instant.
 */
public record PriceSpan(String sku, @Nullable TenantId tenant, Price price, Instant begins, Instant ends) {

    private record Holder(String sku, @Nullable TenantId tenant) {}

    /** All that hold at some time from one instant to the other. A tenant's own price displaces the general from its beginning on. */
    static List<PriceSpan> between(List<Price> prices, Instant from, Instant to) {
        Map<Holder, List<Price>> byHolder =
                prices.stream().collect(Collectors.groupingBy(price -> new Holder(price.sku(), price.tenant())));
        List<PriceSpan> spans = new ArrayList<>();
        byHolder.forEach((holder, own) -> {
            List<Price> line = new ArrayList<>(own);
            if (holder.tenant() != null) {
                Instant first = own.stream()
                        .map(Price::effectiveFrom)
                        .min(Comparator.naturalOrder())
                        .orElseThrow();
                byHolder.getOrDefault(new Holder(holder.sku(), null), List.of()).stream()
                        .filter(general -> general.effectiveFrom().isBefore(first))
                        .forEach(line::add);
            }
            line.sort(Comparator.comparing(Price::effectiveFrom));
            addSpans(spans, holder, line, from, to);
        });
        return spans;
    }

    private static void addSpans(List<PriceSpan> spans, Holder holder, List<Price> line, Instant from, Instant to) {
        for (int i = 0; i < line.size(); i++) {
            Instant begins = line.get(i).effectiveFrom();
            Instant ends = i + 1 < line.size() ? line.get(i + 1).effectiveFrom() : Instant.MAX;
            if (begins.isBefore(to) && ends.isAfter(from)) {
                spans.add(new PriceSpan(holder.sku(), holder.tenant(), line.get(i), begins, ends));
            }
        }
    }
}
