package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.billing.MeterStore.Running;
import io.gpuaas.controlplane.billing.WatchStore.Purse;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.offerings.Price;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** What everything that runs costs an hour, at the prices in effect. */
@Component
class BurnRates {

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

    long of(Purse purse, Instant now) {
        return rates(meters.running(purse.tenant()), now).getOrDefault(purse, 0L);
    }

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
