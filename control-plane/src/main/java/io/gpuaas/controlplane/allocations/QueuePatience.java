package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.identity.Access;
import io.gpuaas.controlplane.inventory.Capacity;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.AllocationId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Finds requests that waited too long because others buy the same GPUs in smaller pieces: for each GPU model the queue
 * with the longest wait. One place is kept for its first request, and one more each time the wait grows by the same
 * patience, because it is not known which slots become free.
 */
@Component
class QueuePatience {

    private final QueueStore queue;
    private final AllocationStore allocations;
    private final Offerings offerings;
    private final Access access;
    private final Capacity capacity;
    private final Policies policies;

    QueuePatience(
            QueueStore queue,
            AllocationStore allocations,
            Offerings offerings,
            Access access,
            Capacity capacity,
            Policies policies) {
        this.queue = queue;
        this.allocations = allocations;
        this.offerings = offerings;
        this.access = access;
        this.capacity = capacity;
        this.policies = policies;
    }

    /** The slots that are kept, and the request they are kept for. */
    record Kept(AllocationRecord waiting, Sku sku, Set<Long> slots) {}

    /** Requests from before that time are overdue; none is when the policy is off. */
    Instant before(Instant now) {
        Duration patience = policies.effective(AllocationPolicies.QUEUE_PATIENCE);
        return patience.isZero() ? Instant.EPOCH : now.minus(patience);
    }

    Optional<Kept> find(String gpuModel, Instant now) {
        return Optional.ofNullable(find(now).get(gpuModel));
    }

    /** By GPU model. */
    Map<String, Kept> find(Instant now) {
        Map<String, Kept> found = new HashMap<>();
        for (QueueStore.Overdue oldest : queue.overdue(before(now))) {
            offerings
                    .find(oldest.sku())
                    .filter(sku -> !found.containsKey(sku.gpuModel()) && !access.suspended(oldest.tenant()))
                    .flatMap(sku -> keep(sku, oldest.since(), now))
                    .ifPresent(kept -> found.put(kept.sku().gpuModel(), kept));
        }
        return found;
    }

    private Optional<Kept> keep(Sku sku, Instant since, Instant now) {
        long patience = policies.effective(AllocationPolicies.QUEUE_PATIENCE).toMillis();
        int places = Math.clamp(Duration.between(since, now).toMillis() / patience, 1, Integer.MAX_VALUE);
        for (AllocationId id : queue.order(sku.name())) {
            Optional<AllocationRecord> first = allocations.find(id).filter(one -> canBeServed(one, sku));
            if (first.isPresent()) {
                int count = first.get().wish().count();
                Set<Long> slots = capacity.placesFor(new Capacity.Wanted(sku, count, id.value()), places);
                return slots.isEmpty() ? Optional.empty() : Optional.of(new Kept(first.get(), sku, slots));
            }
        }
        return Optional.empty();
    }

    private boolean canBeServed(AllocationRecord waiting, Sku sku) {
        return !access.suspended(waiting.tenant())
                && capacity.couldHold(sku, waiting.wish().count());
    }
}
