package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.kernel.AllocationId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who has a claim to what is free. Those who promise capacity and let others wait for it know that. */
public interface CapacityClaims {

    /** The names of those SKUs that somebody waits for, who comes before whoever asks now. */
    Set<String> waitedFor(List<Sku> skus);

    /** By GPU model: the slots that are kept for who waits for longest, from everybody who would come first otherwise. */
    Map<String, Set<Long>> kept();

    /** By GPU model, and only where anything is promised: now, and whenever a promise begins, in this order. */
    Map<String, List<Moment>> promised();

    /** What is promised for one instant, in the order it is placed in, and who has given back by then what is held now. */
    record Moment(List<Capacity.Wanted> promised, Set<AllocationId> ended) {

        public Moment {
            promised = List.copyOf(promised);
            ended = Set.copyOf(ended);
        }

        /** Whatever leaves room for this one leaves room for the other: more is promised, and no more was given back. */
        boolean outweighs(Moment other) {
            return promised.size() > other.promised.size()
                    && ended.equals(other.ended)
                    && Set.copyOf(promised).containsAll(other.promised);
        }
    }
}
