package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationEstimate;
import io.gpuaas.controlplane.inventory.Capacity;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Estimates the price of a request and whether it could be placed now without a time limit. Reserves nothing and takes
 * no locks.
 */
@Component
class Estimates {

    private final Offerings offerings;
    private final Capacity capacity;
    private final AllocationQueue queue;
    private final PromisedCapacity promisedCapacity;
    private final Clock clock;

    Estimates(
            Offerings offerings,
            Capacity capacity,
            AllocationQueue queue,
            PromisedCapacity promisedCapacity,
            Clock clock) {
        this.offerings = offerings;
        this.capacity = capacity;
        this.queue = queue;
        this.promisedCapacity = promisedCapacity;
        this.clock = clock;
    }

    AllocationEstimate of(String name, int count) {
        TenantId tenant = Objects.requireNonNull(Call.current().tenantId());
        Sku sku = offerings.requireVisible(tenant, name);
        offerings.requireCount(sku, count);
        String obstacle = findObstacle(sku, count).orElse(null);
        return new AllocationEstimate(
                name,
                count,
                AllocationViews.cost(offerings
                        .findPrice(name, tenant, clock.instant())
                        .map(price -> price.hourly(sku, count))
                        .orElse(null)),
                obstacle == null,
                obstacle);
    }

    /** The reason {@link RequestAdmission} would refuse the request, apart from quotas and payment. */
    private Optional<String> findObstacle(Sku sku, int count) {
        if (capacity.availability(sku).allocations(count) == 0) {
            return Optional.of("There is no room for " + count + " of " + sku.name() + " now.");
        }
        if (queue.isWaitedFor(sku)) {
            return Optional.of(Headroom.othersWait(sku).sentence());
        }
        return switch (promisedCapacity.glance(sku, count, clock.instant())) {
            case Headroom.Open open -> Optional.empty();
            case Headroom.Beside beside -> Optional.empty();
            case Headroom.Claimed claimed -> Optional.of(claimed.sentence());
        };
    }
}
