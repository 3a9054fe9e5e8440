package io.gpuaas.controlplane.allocations;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Orders queued requests: the project that holds least comes first, and a placed request counts as held for the next
 * turn. Within a project, first come, first served. Pure.
 */
final class FairShare {

    private FairShare() {}

    record Waiting(AllocationId id, ProjectId project, int gpus, Instant since) {}

    static List<AllocationId> order(List<Waiting> waiting, Map<ProjectId, Long> gpusHeld) {
        Map<ProjectId, Long> held = new HashMap<>(gpusHeld);
        List<Waiting> left = new ArrayList<>(waiting);
        left.sort(Comparator.comparing(Waiting::since)
                .thenComparing(one -> one.id().value()));
        List<AllocationId> order = new ArrayList<>();
        while (!left.isEmpty()) {
            Waiting next = left.getFirst();
            for (Waiting one : left) {
                if (held.getOrDefault(one.project(), 0L) < held.getOrDefault(next.project(), 0L)) {
                    next = one;
                }
            }
            left.remove(next);
            order.add(next.id());
            held.merge(next.project(), (long) next.gpus(), Long::sum);
        }
        return order;
    }
}
