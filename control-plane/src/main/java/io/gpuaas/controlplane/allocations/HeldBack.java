package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.inventory.Capacity;
import io.gpuaas.controlplane.offerings.Sku;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Free capacity that is promised to somebody. Counted in units of the SKU, one by one: a promise of four may still have
 * to wait for four that lie together.
 */
@Component
class HeldBack {

    /** What has no time limit is taken to last this long. */
    private static final Duration ENDLESS = Duration.ofDays(36_500);

    private final ReservationStore store;
    private final Capacity capacity;

    HeldBack(ReservationStore store, Capacity capacity) {
        this.store = store;
        this.capacity = capacity;
    }

    void requireRoom(Sku sku, int count, Instant starts, Instant ends) {
        long free = capacity.availability(sku).allocations(1) + store.unitsFreeBy(sku.name(), starts);
        long left = free - store.unitsPromised(sku.name(), starts, ends);
        if (left < count) {
            throw AllocationErrors.noCapacity("In that window " + Math.max(0, left) + " of " + sku.name()
                    + " can be promised; " + count + " were asked for.");
        }
    }

    /** Why this cannot be had now though it is free, if so. Nothing is asked when nobody has a promise. */
    Optional<String> findClaim(Sku sku, int count, Instant now, @Nullable Duration limit) {
        Instant until = now.plus(limit == null ? ENDLESS : limit);
        long promised = store.unitsPromised(sku.name(), now, until);
        if (promised == 0) {
            return Optional.empty();
        }
        long free = capacity.availability(sku).allocations(1);
        return free - count >= promised
                ? Optional.empty()
                : Optional.of(promised + " of " + sku.name()
                        + " are reserved within that time; less, or a shorter time limit, would fit.");
    }
}
