package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.billing.MeterStore.Running;
import io.gpuaas.controlplane.billing.WatchStore.Purse;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.offerings.Price;
import io.gpuaas.controlplane.offerings.PriceSpan;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Computes the cost per hour of everything that runs, at the prices in effect. */
public @Component class BurnRates {

    private final MeterStore meters;
    private final Offerings offerings;

    BurnRates(MeterStore meters, Offerings offerings) {
        this.meters = meters;
        this.offerings = offerings;
    }

    /** Of every tenant that uses something. */
    Map<Purse, Long> all(Instant now) {
        return rates(meters.running(), now);
    }

    public long of(Purse purse, Instant now) {
        return rates(meters.running(purse.tenant()), now).getOrDefault(purse, 0L);
    }

    /** Of all tenants together; costs two statements, however many there are. */
    Map<String, Long> byCurrency(Instant now) {
        Map<Held, Price> prices = new HashMap<>();
        for (PriceSpan span : offerings.schedule(now, now.plusNanos(1))) {
            prices.put(new Held(span.sku(), span.tenant()), span.price());
        }
        Map<String, Long> sums = new HashMap<>();
        for (Running one : meters.running()) {
            Price price = prices.getOrDefault(new Held(one.sku(), one.tenant()), prices.get(new Held(one.sku(), null)));
            if (price != null) {
                sums.merge(
                        price.gpuHour().currency(),
                        price.gpuHour().times(one.gpus()).nanos(),
                        Math::addExact);
            }
        }
        return sums;
    }

    /** A tenant's own price of a SKU, or everybody's. */
    private record Held(String sku, @Nullable TenantId tenant) {}

    private Map<Purse, Long> rates(List<Running> all, Instant now) {
        Map<TenantId, List<Running>> byTenant = all.stream().collect(Collectors.groupingBy(Running::tenant));
        Map<Purse, Long> rates = new HashMap<>();
        byTenant.forEach((tenant, running) -> {
            Map<String, Price> prices =
                    offerings.prices(running.stream().map(Running::sku).toList(), tenant, now);
            for (Running one : running) {
                Price price = prices.get(one.sku());
                if (price != null) {
                    long hourly = price.gpuHour().times(one.gpus()).nanos();
                    rates.merge(new Purse(tenant, price.gpuHour().currency()), hourly, Math::addExact);
                }
            }
        });
        return rates;
    }
}
