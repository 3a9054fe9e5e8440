package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.allocations.Promises.Promise;
import io.gpuaas.controlplane.inventory.Capacity;
import io.gpuaas.controlplane.inventory.Capacity.Wanted;
import io.gpuaas.controlplane.inventory.CapacityClaims;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Holds free capacity back for reservations and for requests that waited too long. No slot is pinned: each new request
 * is checked by placing all reservations that overlap its time, for every SKU of the same GPUs. A time limit runs from
 * the moment an allocation is active, and its GPUs are free only after the release: a turnaround, which is a policy,
 * covers both.
 */
@Component
public class PromisedCapacity {

    /** Assumed duration of an allocation without a time limit. */
    private static final Duration ENDLESS = Duration.ofDays(36_500);

    /** With more promises than this they are all taken to hold at once. */
    private static final int INSTANTS_MAX = 100;

    /** Fewer instants for read-only checks: the catalogue is read often, and each instant is placed for every SKU. */
    private static final int INSTANTS_SHOWN_MAX = 20;

    private final Promises promises;
    private final PromiseLocks locks;
    private final AllocationStore store;
    private final Capacity capacity;
    private final Offerings offerings;
    private final QueuePatience overdue;
    private final Policies policies;
    private final Clock clock;

    PromisedCapacity(
            Promises promises,
            PromiseLocks locks,
            AllocationStore store,
            Capacity capacity,
            Offerings offerings,
            QueuePatience overdue,
            Policies policies,
            Clock clock) {
        this.promises = promises;
        this.locks = locks;
        this.store = store;
        this.capacity = capacity;
        this.offerings = offerings;
        this.overdue = overdue;
        this.policies = policies;
        this.clock = clock;
    }

    /** A promise with what it is of, and when its GPUs are free again. */
    private record Promised(Promise promise, Sku sku, Instant freeAt) {

        boolean holdsAt(Instant time) {
            return !promise.startsAt().isAfter(time) && freeAt.isAfter(time);
        }

        Wanted wanted() {
            return new Wanted(sku, promise.count(), promise.id().value());
        }
    }

    /** Until the transaction ends, these GPUs are neither leased nor reserved by others. */
    public void requireRoom(Sku sku, int count, Instant starts, Instant ends) {
        locks.lockPromises(sku.gpuModel());
        List<Promised> others = promises(sku.gpuModel(), starts, ends.plus(turnaround()));
        if (canBePromised(new Wanted(sku, count, new UUID(0, 0)), others, starts)) {
            return;
        }
        int most = sku.counts().stream()
                .filter(less -> less < count && canBePromised(new Wanted(sku, less, new UUID(0, 0)), others, starts))
                .max(Comparator.naturalOrder())
                .orElse(0);
        throw AllocationErrors.noCapacity("At most " + most + " of " + sku.name()
                + " can be reserved in that window, but " + count + " were requested.");
    }

    /** The tenant's reservations that overlap the given window. */
    public List<Quotas.Reserved> reserved(TenantId tenant, Instant starts, Instant ends) {
        return promises(starts, ends.plus(turnaround())).stream()
                .filter(one -> one.promise().tenant().equals(tenant))
                .map(one -> new Quotas.Reserved(
                        one.promise().project(),
                        one.sku().gpus(one.promise().count()),
                        one.promise().startsAt(),
                        one.freeAt()))
                .toList();
    }

    private boolean canBePromised(Wanted wanted, List<Promised> others, Instant starts) {
        return together(others, starts, INSTANTS_MAX).stream().allMatch(held -> {
            List<Wanted> later = new ArrayList<>(held.wanted());
            later.addFirst(wanted);
            return capacity.wouldFit(List.of(), later, givenBackBy(held.time()), Set.of());
        });
    }

    private Duration turnaround() {
        return policies.effective(AllocationPolicies.TURNAROUND);
    }

    /** When what is asked for now has been made ready, used for so long and given back. */
    private Instant freeAt(Instant now, @Nullable Duration limit) {
        return now.plus(limit == null ? ENDLESS : limit.plus(turnaround().multipliedBy(2)));
    }

    /** Current holders that will have released their GPUs by then. */
    private List<AllocationId> givenBackBy(Instant time) {
        Duration turnaround = turnaround();
        return store.listEndingBy(time.minus(turnaround), clock.instant().minus(turnaround));
    }

    /** Without reservations, requests do not wait for each other; with them, they are admitted one at a time. */
    Headroom look(UUID salt, Sku sku, int count, Instant now, @Nullable Duration limit) {
        List<String> overdueFor = locks.lockAgainstPromises(sku.gpuModel(), overdue.before(now));
        List<Promised> promised = promises(sku.gpuModel(), now, freeAt(now, limit));
        if (promised.isEmpty() && overdueFor.stream().noneMatch(name -> isOf(sku.gpuModel(), name))) {
            return new Headroom.Open();
        }
        locks.lockTakers(sku.gpuModel());
        return beside(promised, new Wanted(sku, count, salt), now);
    }

    private boolean isOf(String gpuModel, String sku) {
        return offerings
                .find(sku)
                .filter(found -> found.gpuModel().equals(gpuModel))
                .isPresent();
    }

    /** Like {@link #look}, without locks: for callers that take nothing and accept an answer that may be outdated. */
    Headroom glance(Sku sku, int count, Instant now) {
        return beside(promises(sku.gpuModel(), now, now.plus(ENDLESS)), new Wanted(sku, count, new UUID(0, 0)), now);
    }

    private Headroom beside(List<Promised> promised, Wanted mine, Instant now) {
        Set<Long> kept = overdue.find(mine.sku().gpuModel(), now)
                .filter(one -> !one.sku().name().equals(mine.sku().name()) && canBeServed(one, now))
                .map(QueuePatience.Kept::slots)
                .orElse(Set.of());
        if (promised.isEmpty() && kept.isEmpty()) {
            return new Headroom.Open();
        }
        if (fits(List.of(mine), promised, now, null, kept)) {
            return new Headroom.Beside(kept);
        }
        if (!kept.isEmpty() && fits(List.of(mine), promised, now, null, Set.of())) {
            return new Headroom.Claimed(
                    "The free " + mine.sku().gpuModel() + " GPUs are held for requests that have waited longer.");
        }
        if (promised.isEmpty()) {
            // Nothing is free for it either way, and placement can say what is missing.
            return new Headroom.Beside(kept);
        }
        int units = promised.stream().mapToInt(one -> one.promise().count()).sum();
        String reserved = units + " of " + mine.sku().gpuModel() + " are reserved within that time.";
        if (!capacity.wouldFit(List.of(mine), List.of(), List.of(), kept)) {
            return new Headroom.Claimed("No free GPUs can hold " + mine.count() + " of "
                    + mine.sku().name() + " now, and " + reserved);
        }
        boolean isFewerPossible = mine.sku().counts().stream()
                .filter(count -> count < mine.count())
                .anyMatch(
                        count -> fits(List.of(new Wanted(mine.sku(), count, mine.salt())), promised, now, null, kept));
        return new Headroom.Claimed(reserved
                + (isFewerPossible ? " Request fewer, or set a shorter time limit." : " Set a shorter time limit."));
    }

    /** Nothing is kept for a request that reservations make impossible: others can use the slots until these begin. */
    private boolean canBeServed(QueuePatience.Kept kept, Instant now) {
        AllocationRecord.Wish wish = kept.waiting().wish();
        List<Promised> promised = promises(kept.sku().gpuModel(), now, freeAt(now, wish.maxDuration()));
        Wanted first = new Wanted(kept.sku(), wish.count(), kept.waiting().id().value());
        return promised.isEmpty()
                || together(promised, now, INSTANTS_MAX).stream().allMatch(held -> {
                    List<Wanted> all = new ArrayList<>(held.wanted());
                    all.addFirst(first);
                    return capacity.wouldFitLater(all, givenBackBy(held.time()), kept.slots());
                });
    }

    /** Of how many GPUs what comes free is kept for this one. */
    Optional<Integer> findKept(AllocationRecord waiting, Instant now) {
        return offerings
                .find(waiting.wish().sku())
                .flatMap(sku -> overdue.find(sku.gpuModel(), now))
                .filter(kept -> kept.waiting().id().equals(waiting.id()) && canBeServed(kept, now))
                .map(kept -> kept.slots().size());
    }

    /** By GPU model: the slots that are kept from everybody but the queue they are kept for. */
    Map<String, Set<Long>> kept(Instant now) {
        Map<String, Set<Long>> kept = new HashMap<>();
        overdue.find(now).forEach((model, one) -> {
            if (canBeServed(one, now)) {
                kept.put(model, one.slots());
            }
        });
        return kept;
    }

    /** The slots may be reserved for others from the time at which the holder would have released them. */
    void requireRoomToStay(AllocationRecord holder, Sku sku, Instant end, @Nullable Instant later) {
        locks.lockAgainstPromises(sku.gpuModel());
        Instant until = later == null ? end.plus(ENDLESS) : later.plus(turnaround());
        List<Promised> promised = promises(sku.gpuModel(), end, until);
        if (promised.isEmpty()) {
            return;
        }
        locks.lockTakers(sku.gpuModel());
        if (fits(List.of(), promised, end, holder.id(), Set.of())) {
            return;
        }
        int units = promised.stream().mapToInt(one -> one.promise().count()).sum();
        throw AllocationErrors.noCapacity(
                "The allocation cannot be extended from " + end + (later == null ? " on: " : " to " + later + ": ")
                        + units + " of " + sku.gpuModel() + " are reserved within that time and would not all fit.");
    }

    /** For a holder of a reservation who takes it now: serializes with other requests for the same GPUs. */
    void lockTakers(Sku sku) {
        locks.lockAgainstPromises(sku.gpuModel());
        locks.lockTakers(sku.gpuModel());
    }

    /** By GPU model: the instants that limit a request made now without an end. */
    Map<String, List<CapacityClaims.Moment>> moments(Instant now) {
        Map<String, List<Promised>> byModel = promises(now, now.plus(ENDLESS)).stream()
                .collect(Collectors.groupingBy(one -> one.sku().gpuModel()));
        Map<String, List<CapacityClaims.Moment>> moments = new HashMap<>();
        byModel.forEach((model, promised) -> moments.put(
                model,
                together(promised, now, INSTANTS_SHOWN_MAX).stream()
                        .map(held -> new CapacityClaims.Moment(held.wanted(), Set.copyOf(givenBackBy(held.time()))))
                        .toList()));
        return moments;
    }

    private List<Promised> promises(String gpuModel, Instant from, Instant until) {
        return promises(from, until).stream()
                .filter(one -> one.sku().gpuModel().equals(gpuModel))
                .toList();
    }

    private List<Promised> promises(Instant from, Instant until) {
        Map<String, Optional<Sku>> skus = new HashMap<>();
        Duration turnaround = turnaround();
        return promises.list(from.minus(turnaround), until).stream()
                .flatMap(promise -> skus.computeIfAbsent(promise.sku(), offerings::find).stream()
                        .map(sku -> new Promised(promise, sku, promise.endsAt().plus(turnaround))))
                .toList();
    }

    /** Reservations that begin at the same instant. */
    private record Together(Instant time, List<Promised> promised) {

        /** The large ones first: small ones find a place between them, not the other way round. */
        List<Wanted> wanted() {
            return promised.stream()
                    .map(Promised::wanted)
                    .sorted(Comparator.comparingInt(
                                    (Wanted wanted) -> wanted.sku().gpus(wanted.count()))
                            .reversed())
                    .toList();
        }
    }

    /** From then on, and whenever a promise begins: then most is held at once. */
    private static List<Together> together(List<Promised> promised, Instant from, int instantsMax) {
        if (promised.size() > instantsMax) {
            return List.of(new Together(from, promised));
        }
        return Stream.concat(
                        Stream.of(from),
                        promised.stream().map(one -> one.promise().startsAt()).filter(start -> start.isAfter(from)))
                .distinct()
                .map(time -> new Together(
                        time, promised.stream().filter(one -> one.holdsAt(time)).toList()))
                .toList();
    }

    /** A request made now uses slots that are free now; reservations are placed later, when more are free. */
    private boolean fits(
            List<Wanted> mine, List<Promised> promised, Instant from, @Nullable AllocationId staying, Set<Long> kept) {
        return together(promised, from, INSTANTS_MAX).stream().allMatch(held -> {
            List<AllocationId> ended = givenBackBy(held.time()).stream()
                    .filter(one -> !one.equals(staying))
                    .toList();
            return capacity.wouldFit(mine, held.wanted(), ended, kept);
        });
    }
}
