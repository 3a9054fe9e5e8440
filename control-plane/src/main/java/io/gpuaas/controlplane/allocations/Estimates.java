package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationEstimate;
import io.gpuaas.controlplane.inventory.Capacity;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** What something would cost and whether it could be had, before it is asked for. Holds nothing. */
@Component
class Estimates {

    private final Offerings offerings;
    private final Capacity capacity;
    private final Clock clock;

    Estimates(Offerings offerings, Capacity capacity, Clock clock) {
        this.offerings = offerings;
        this.capacity = capacity;
        this.clock = clock;
    }

    AllocationEstimate of(String name, int count) {
        TenantId tenant = Objects.requireNonNull(Call.current().tenantId());
        Sku sku = offerings.requireVisible(tenant, name);
        offerings.requireCount(sku, count);
        boolean available = capacity.availability(sku).allocations(count) > 0;
        return new AllocationEstimate(
                name,
                count,
                AllocationViews.cost(offerings
                        .findPrice(name, tenant, clock.instant())
                        .map(price -> price.hourly(sku, count))
                        .orElse(null)),
                available,
                available ? null : "There is no room for " + count + " of " + name + " now.");
    }
}
