package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.controlplane.platform.AfterTransaction;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.LeaseId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
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

/** Leases slots to other domains and takes them back. */
@Component
public class Capacity {

    /** A claim that came too late is followed by another look, this often. */
    private static final int ATTEMPTS_MAX = 8;

    private static final String TAKEN_MEANWHILE = "Other requests just took the free capacity. Try again.";

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
     * Takes slots in the caller's transaction, or says why it cannot. A rollback takes nothing. Slots that a concurrent
     * transaction is taking count as taken.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public PlacementDecision reserve(Request request) {
        return reserve(request, strategy(request), Set.of());
    }

    /** As {@link #reserve}, where it breaks up the least and outside of these slots: where {@link #wouldFit} tried it. */
    @Transactional(propagation = Propagation.MANDATORY)
    public PlacementDecision reserveWithCare(Request request, Set<Long> kept) {
        return reserve(request, PlacementPreference.BEST_FIT, kept);
    }

    /**
     * Like {@link #reserve} for each request, with one claim for as many as possible. A request that needs a second
     * look is reserved alone, and so are instances, of which several may be on one GPU. Results are in the order of the
     * requests.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public List<PlacementDecision> reserveAll(List<Request> requests) {
        List<SlotPart> lost = new ArrayList<>();
        try {
            Map<AllocationId, PlacementDecision> decided = claimTogether(requests, lost);
            return requests.stream()
                    .map(request ->
                            Objects.requireNonNullElseGet(decided.get(request.allocation()), () -> reserve(request)))
                    .toList();
        } finally {
            index.unmark(lost);
        }
    }

    private Map<AllocationId, PlacementDecision> claimTogether(List<Request> requests, List<SlotPart> lost) {
        Map<Request, PlacementRequest> asks = new LinkedHashMap<>();
        requests.stream()
                .filter(request -> requests.size() > 1 && request.sku().shape() != Shape.MIG)
                .forEach(request -> asks.put(request, ask(request, strategy(request))));
        Map<LeaseStore.Claim, List<String>> claims = new LinkedHashMap<>();
        Instant now = clock.instant();
        asks.forEach((request, ask) -> {
            if (index.take(ask, Set.of()) instanceof PlacementChoice.Fits fits) {
                claims.put(claim(request, fits, now), fits.reasons());
            }
        });
        if (claims.isEmpty()) {
            return Map.of();
        }
        Map<LeaseStore.Claim, Lease> got = claim(List.copyOf(claims.keySet()));
        Map<AllocationId, PlacementDecision> decided = new HashMap<>();
        claims.forEach((claim, reasons) -> {
            Lease lease = got.get(claim);
            if (lease == null) {
                lost.addAll(claim.parts());
            } else {
                decided.put(lease.allocation(), new PlacementDecision.Taken(lease, reasons));
            }
        });
        return decided;
    }

    private PlacementPreference strategy(Request request) {
        return PlacementPreference.of(policies.effective(InventoryPolicies.PLACEMENT_STRATEGY, request.tenant(), null));
    }

    private static PlacementRequest ask(Request request, PlacementPreference strategy) {
        return PlacementRequest.of(
                request.sku(), request.count(), strategy, request.allocation().value());
    }

    private PlacementDecision reserve(Request request, PlacementPreference strategy, Set<Long> kept) {
        PlacementRequest ask = ask(request, strategy);
        List<SlotPart> lost = new ArrayList<>();
        try {
            return decide(request, ask, kept, lost);
        } finally {
            index.unmark(lost);
        }
    }

    /** Slots lost to others stay marked meanwhile, because the other transaction may not have committed yet. */
    private PlacementDecision decide(Request request, PlacementRequest ask, Set<Long> kept, List<SlotPart> lost) {
        boolean fresh = false;
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            switch (index.take(ask, kept)) {
                case PlacementChoice.Fits fits -> {
                    LeaseStore.Claim claim = claim(request, fits, clock.instant());
                    Lease lease = claim(List.of(claim)).get(claim);
                    if (lease != null) {
                        return new PlacementDecision.Taken(lease, fits.reasons());
                    }
                    lost.addAll(fits.parts());
                }
                case PlacementChoice.Misfit misfit -> {
                    if (fresh) {
                        // A concurrent transaction took a part of a GPU, and the rest of it may be free.
                        boolean meanwhile = !lost.isEmpty() && request.sku().shape() == Shape.MIG;
                        return new PlacementDecision.Refused(meanwhile ? TAKEN_MEANWHILE : misfit.sentence());
                    }
                }
            }
            index.refresh();
            fresh = true;
        }
        return new PlacementDecision.Refused(TAKEN_MEANWHILE);
    }

    private LeaseStore.Claim claim(Request request, PlacementChoice.Fits fits, Instant now) {
        return new LeaseStore.Claim(
                new LeaseId(ids.next()), request, fits.host().node(), fits.parts(), now);
    }

    /** Returns the claims that succeeded. Slots of the others are still marked at their next look. */
    private Map<LeaseStore.Claim, Lease> claim(List<LeaseStore.Claim> claims) {
        List<SlotPart> parts =
                claims.stream().flatMap(claim -> claim.parts().stream()).toList();
        Map<Long, Slot> taken;
        try {
            taken = leases.claim(claims).stream().collect(Collectors.toMap(Slot::number, slot -> slot));
        } catch (RuntimeException e) {
            index.unmark(parts);
            throw e;
        }
        Map<LeaseStore.Claim, Lease> got = claims.stream()
                .filter(claim ->
                        taken.containsKey(claim.parts().getFirst().slot().number()))
                .collect(Collectors.toMap(claim -> claim, claim -> lease(claim, taken)));
        List<SlotPart> kept =
                got.keySet().stream().flatMap(claim -> claim.parts().stream()).toList();
        AfterTransaction.run(committed -> {
            if (committed) {
                index.put(List.copyOf(taken.values()));
            }
            index.unmark(kept);
        });
        return got;
    }

    private static Lease lease(LeaseStore.Claim claim, Map<Long, Slot> taken) {
        List<HeldSlot> held = claim.parts().stream()
                .map(part -> part.held(
                        Objects.requireNonNull(taken.get(part.slot().number())).leases()))
                .toList();
        return new Lease(claim.id(), claim.request().allocation(), claim.node(), held, claim.at());
    }

    /** Frees the slots in the caller's transaction. A repeat is harmless. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void free(AllocationId allocation) {
        List<Slot> freed = leases.end(allocation, clock.instant());
        AfterTransaction.run(committed -> {
            if (committed) {
                index.put(freed);
            }
        });
    }

    /** Whole GPUs an allocation held, each time it held some; an instance is a part of a GPU and not among them. */
    public List<GpuTenure> tenures(AllocationId allocation) {
        return leases.tenures(allocation);
    }

    /** The allocation's current lease. */
    public Optional<Lease> findLease(AllocationId allocation) {
        return Optional.ofNullable(findLeases(List.of(allocation)).get(allocation));
    }

    /** The current leases of these allocations. */
    public Map<AllocationId, Lease> findLeases(Collection<AllocationId> allocations) {
        return leases.findLive(allocations);
    }

    /** A request to find a place for. The salt is the id of the allocation that takes it. */
    public record Wanted(Sku sku, int count, UUID salt) {

        /** Where it breaks up the least, so that others find as much room as can be. */
        PlacementRequest ask() {
            return PlacementRequest.of(sku, count, PlacementPreference.BEST_FIT, salt);
        }
    }

    /**
     * Whether all of these fit, one after the other: some into what is free now and not kept for others, the rest once
     * those have ended.
     */
    public boolean wouldFit(List<Wanted> now, List<Wanted> later, Collection<AllocationId> ended, Set<Long> kept) {
        return wouldFit(now, later, leases.wholeSlotsOf(ended), models(now, later), kept);
    }

    /**
     * Whether all of these would fit, one after the other, once those allocations have ended and these slots are free.
     */
    public boolean wouldFitLater(List<Wanted> later, Collection<AllocationId> ended, Set<Long> freed) {
        Set<Long> all = new HashSet<>(leases.wholeSlotsOf(ended));
        all.addAll(freed);
        return wouldFit(List.of(), later, all, models(List.of(), later), Set.of());
    }

    private boolean wouldFit(
            List<Wanted> now, List<Wanted> later, Set<Long> freed, Set<String> models, Set<Long> kept) {
        index.refresh();
        PlacementRehearsal rehearsal = index.read(inventory -> PlacementRehearsal.of(inventory, models));
        PlacementRehearsal outside =
                kept.isEmpty() ? rehearsal : index.read(inventory -> PlacementRehearsal.of(inventory, models, kept));
        for (PlacementRequest ask : asks(now)) {
            if (!(outside.find(ask) instanceof PlacementChoice.Fits fits)) {
                return false;
            }
            outside.take(fits);
            if (outside != rehearsal) {
                rehearsal.take(fits);
            }
        }
        rehearsal.free(freed);
        return rehearsal.place(asks(later));
    }

    private static Set<String> models(List<Wanted> now, List<Wanted> later) {
        return Stream.concat(now.stream(), later.stream())
                .map(one -> one.sku().gpuModel())
                .collect(Collectors.toSet());
    }

    /** The slots of the places, so many at most, where this would fit soonest: those of which least is held. */
    public Set<Long> placesFor(Wanted wanted, int placesMax) {
        index.refresh();
        return index.read(inventory -> KeptPlaces.of(inventory, wanted.ask(), placesMax));
    }

    private static List<PlacementRequest> asks(List<Wanted> wanted) {
        return wanted.stream().map(Wanted::ask).toList();
    }

    /** Whether some host could ever hold this: empty, fully in service, and with the SKU as it is now. */
    public boolean couldHold(Sku sku, int count) {
        if (!sku.allows(count)) {
            return false;
        }
        PlacementRequest ask = PlacementRequest.of(sku, count, PlacementPreference.BEST_FIT, new UUID(0, 0));
        if (index.read(inventory -> PlacementRehearsal.couldHold(inventory, ask))) {
            return true;
        }
        index.refresh();
        return index.read(inventory -> PlacementRehearsal.couldHold(inventory, ask));
    }

    /** How often the SKU fits into what is free, and where; whatever others were promised or wait for. */
    public Availability availability(Sku sku) {
        return Objects.requireNonNull(availability(List.of(sku)).get(sku.name()), "asked for it");
    }

    /** Of several at one instant, by name. */
    public Map<String, Availability> availability(List<Sku> skus) {
        index.refresh();
        return index.read(inventory ->
                skus.stream().collect(Collectors.toMap(Sku::name, sku -> StockCount.of(inventory, sku))));
    }
}
