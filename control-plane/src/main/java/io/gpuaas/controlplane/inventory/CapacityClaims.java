package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.kernel.AllocationId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Says which free capacity others have a claim to. Implemented by the domain that keeps reservations and the queue. */
public interface CapacityClaims {

    /** Names of the SKUs with queued requests, which come before new ones. */
    Set<String> waitedFor(List<Sku> skus);

    /** By name: the median of what recent requests waited in the queue. SKUs with too few of them are left out. */
    Map<String, Duration> typicalWaits(List<Sku> skus);

    /** By GPU model: slots kept for the longest-waiting request, and closed to all others. */
    Map<String, Set<Long>> kept();

    /** By GPU model, and only where anything is promised: now, and whenever a promise begins, in this order. */
    Map<String, List<Moment>> promised();

    /**
     * Reservations that begin at one instant, in placement order, and the current allocations that have ended by then.
     */
    record Moment(List<Capacity.Wanted> promised, Set<AllocationId> ended) {

        public Moment {
            promised = List.copyOf(promised);
            ended = Set.copyOf(ended);
        }

        /**
         * True when whatever fits beside this moment also fits beside the other: more is reserved here, and no more has
         * ended.
         */
        boolean outweighs(Moment other) {
            return promised.size() > other.promised.size()
                    && ended.equals(other.ended)
                    && Set.copyOf(promised).containsAll(other.promised);
        }
    }
}
