package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.LeaseId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What other domains take of the inventory, and give back. */
@Component
public class Capacity {

    /** A lost race is tried again this often with another look. */
    private static final int ATTEMPTS_MAX = 8;

    private final SlotStore slots;
    private final LeaseStore leases;
    private final IdSource ids;
    private final Clock clock;

    Capacity(SlotStore slots, LeaseStore leases, IdSource ids, Clock clock) {
        this.slots = slots;
        this.leases = leases;
        this.ids = ids;
        this.clock = clock;
    }

    /** The count is in units of the SKU, and one the SKU allows. */
    public record Request(AllocationId allocation, TenantId tenant, ProjectId project, Sku sku, int count) {

        public Request {
            if (!sku.allows(count)) {
                throw new IllegalArgumentException(sku.name() + " is not sold in " + count);
            }
        }
    }

    /** In the caller's transaction: takes slots, or says why not. Nothing is taken when the transaction is rolled back. */
    @Transactional(propagation = Propagation.MANDATORY)
    public Decision reserve(Request request) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Optional<Placement.Spot> spot = Placement.place(slots.hosts(), request.sku(), request.count());
            if (spot.isEmpty()) {
                return new Decision.Refused("There is no room for " + request.count() + " of "
                        + request.sku().name() + " now.");
            }
            Optional<Lease> lease = claim(request, spot.get());
            if (lease.isPresent()) {
                return new Decision.Taken(lease.get(), List.of());
            }
        }
        return new Decision.Refused(
                "Others were faster each time; " + request.sku().name() + " is in great demand.");
    }

    private Optional<Lease> claim(Request request, Placement.Spot spot) {
        LeaseId id = new LeaseId(ids.next());
        Instant now = now();
        if (!leases.claim(id, request, spot.host().node(), spot.parts(), now)) {
            return Optional.empty();
        }
        List<HeldSlot> held = spot.parts().stream()
                .map(part -> part.held(part.slot().leases() + 1))
                .toList();
        return Optional.of(new Lease(id, request.allocation(), spot.host().node(), held, now));
    }

    /** In the caller's transaction. What holds nothing is left as it is, so a repeat is harmless. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void free(AllocationId allocation) {
        leases.end(allocation, now());
    }

    /** What the allocation holds now. */
    public Optional<Lease> findLease(AllocationId allocation) {
        return leases.findLive(allocation);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
