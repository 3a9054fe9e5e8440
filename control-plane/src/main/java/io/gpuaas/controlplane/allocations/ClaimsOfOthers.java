package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.inventory.CapacityClaims;
import io.gpuaas.controlplane.offerings.Sku;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Reports the capacity that the queue and reservations claim, for showing what is available. */
@Component
class ClaimsOfOthers implements CapacityClaims {

    private final AllocationQueue queue;
    private final PromisedCapacity promisedCapacity;
    private final Clock clock;

    ClaimsOfOthers(AllocationQueue queue, PromisedCapacity promisedCapacity, Clock clock) {
        this.queue = queue;
        this.promisedCapacity = promisedCapacity;
        this.clock = clock;
    }

    @Override
    public Set<String> waitedFor(List<Sku> skus) {
        return queue.waitedFor(skus);
    }

    @Override
    public Map<String, Duration> typicalWaits(List<Sku> skus) {
        return queue.typicalWaits(skus);
    }

    @Override
    public Map<String, Set<Long>> kept() {
        return promisedCapacity.kept(clock.instant());
    }

    @Override
    public Map<String, List<Moment>> promised() {
        return promisedCapacity.moments(clock.instant());
    }
}
