package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.controlplane.platform.AfterTransaction;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.policy.PolicyKeys;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.LeaseId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What other domains take of the inventory, and give back. */
@Component
public class Capacity {

    /** A claim that came too late is followed by another look, this often. */
    private static final int ATTEMPTS_MAX = 8;

    private final SlotIndex index;
    private final LeaseStore leases;
    private final Policies policies;
    private final IdSource ids;
    private final Clock clock;

    Capacity(SlotIndex index, LeaseStore leases, Policies policies, IdSource ids, Clock clock) {
        this.index = index;
        this.leases = leases;
        this.policies = policies;
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

    /**
     * In the caller's transaction: takes slots, or says why not. Nothing is taken when the transaction
     * is rolled back. What another transaction is just taking counts as taken.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public Decision reserve(Request request) {
        return reserve(request, Strategy.of(policies.effective(PolicyKeys.PLACEMENT_STRATEGY, request.tenant(), null)));
    }

    /** As {@link #reserve}, where it breaks up the least: where {@link #wouldFit} tried it. */
    @Transactional(propagation = Propagation.MANDATORY)
    public Decision reserveWithCare(Request request) {
        return reserve(request, Strategy.BEST_FIT);
    }

    private Decision reserve(Request request, Strategy strategy) {
        Ask ask = Ask.of(
                request.sku(), request.count(), strategy, request.allocation().value());
        List<Part> lost = new ArrayList<>();
        try {
            return decide(request, ask, lost);
        } finally {
            index.unmark(lost);
        }
    }

    /** What was lost stays marked meanwhile: whoever has it may not have committed yet. */
    private Decision decide(Request request, Ask ask, List<Part> lost) {
        boolean fresh = false;
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            switch (index.take(ask)) {
                case Choice.Fits fits -> {
                    Optional<Lease> lease = claim(request, fits);
                    if (lease.isPresent()) {
                        return new Decision.Taken(lease.get(), fits.reasons());
                    }
                    lost.addAll(fits.parts());
                }
                case Choice.Misfit misfit -> {
                    if (fresh) {
                        return new Decision.Refused(misfit.sentence());
                    }
                }
            }
            index.refresh();
            fresh = true;
        }
        return new Decision.Refused("What was free was taken by others meanwhile; try again.");
    }

    private Optional<Lease> claim(Request request, Choice.Fits fits) {
        LeaseId id = new LeaseId(ids.next());
        Instant now = now();
        List<Part> parts = fits.parts();
        List<Slot> taken;
        try {
            taken = leases.claim(id, request, fits.host().node(), parts, now);
        } catch (RuntimeException e) {
            index.unmark(parts);
            throw e;
        }
        if (taken.isEmpty()) {
            return Optional.empty();
        }
        AfterTransaction.run(committed -> {
            if (committed) {
                index.put(taken);
            }
            index.unmark(parts);
        });
        return Optional.of(new Lease(id, request.allocation(), fits.host().node(), held(parts, taken), now));
    }

    private static List<HeldSlot> held(List<Part> parts, List<Slot> taken) {
        return parts.stream()
                .map(part -> part.held(taken.stream()
                        .filter(slot -> slot.number() == part.slot().number())
                        .findFirst()
                        .orElseThrow()
                        .leases()))
                .toList();
    }

    /** In the caller's transaction. What holds nothing is left as it is, so a repeat is harmless. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void free(AllocationId allocation) {
        List<Slot> freed = leases.end(allocation, now());
        AfterTransaction.run(committed -> {
            if (committed) {
                index.put(freed);
            }
        });
    }

    /** Whole GPUs an allocation held, each time it held some; an instance is a part of a GPU and not among them. */
    public List<Tenure> tenures(AllocationId allocation) {
        return leases.tenures(allocation);
    }

    /** What the allocation holds now. */
    public Optional<Lease> findLease(AllocationId allocation) {
        return leases.findLive(allocation);
    }

    /** What each of these holds now. */
    public Map<AllocationId, List<HeldSlot>> findSlots(Collection<AllocationId> allocations) {
        return leases.findSlots(allocations);
    }

    /** Something to find a place for. The salt is the id of who takes it. */
    public record Wanted(Sku sku, int count, UUID salt) {

        /** Where it breaks up the least, so that others find as much room as can be. */
        Ask ask() {
            return Ask.of(sku, count, Strategy.BEST_FIT, salt);
        }
    }

    /** Whether all of these fit, one after the other: some into what is free now, the others once those have ended. */
    public boolean wouldFit(List<Wanted> now, List<Wanted> later, Collection<AllocationId> ended) {
        Set<Long> freed = leases.wholeSlotsOf(ended);
        Set<String> models = Stream.concat(now.stream(), later.stream())
                .map(one -> one.sku().gpuModel())
                .collect(Collectors.toSet());
        index.refresh();
        Rehearsal rehearsal = index.read(inventory -> Rehearsal.of(inventory, models));
        if (!rehearsal.place(asks(now))) {
            return false;
        }
        rehearsal.free(freed);
        return rehearsal.place(asks(later));
    }

    private static List<Ask> asks(List<Wanted> wanted) {
        return wanted.stream().map(Wanted::ask).toList();
    }

    /** Whether some host could have this one day: with nobody on it, and all of it in service. */
    public boolean couldHold(Sku sku, int count) {
        Ask ask = Ask.of(sku, count, Strategy.BEST_FIT, new UUID(0, 0));
        if (index.read(inventory -> Rehearsal.couldHold(inventory, ask))) {
            return true;
        }
        index.refresh();
        return index.read(inventory -> Rehearsal.couldHold(inventory, ask));
    }

    /** How often the SKU fits into what is free, and where; whatever others were promised or wait for. */
    public Availability availability(Sku sku) {
        return Objects.requireNonNull(availability(List.of(sku)).get(sku.name()), "asked for it");
    }

    /** Of several at one instant, by name. */
    public Map<String, Availability> availability(List<Sku> skus) {
        index.refresh();
        return index.read(inventory ->
                skus.stream().collect(Collectors.toMap(Sku::name, sku -> Stock.of(inventory, sku))));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
