package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.allocations.AllocationRecord.Reason;
import io.gpuaas.controlplane.identity.Access;
import io.gpuaas.controlplane.inventory.Capacity;
import io.gpuaas.controlplane.inventory.PlacementDecision;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.AllocationId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Gives free capacity to queued requests in fair order. A first request that does not fit blocks the others, unless no
 * host could ever hold it or its SKU is no longer sold in that count.
 */
@Component
class AllocationQueue implements BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(AllocationQueue.class);

    /** Capacity also grows without an allocation that ends: a node joins, or another process frees some. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

    private static final Duration WAITS_COUNT_FOR = Duration.ofDays(30);

    private final QueueStore store;
    private final AllocationStore allocations;
    private final Capacity capacity;
    private final PromisedCapacity promisedCapacity;
    private final Offerings offerings;
    private final Access access;
    private final Timeline timeline;
    private final LifecycleDriver driver;
    private final QueueSignal signal;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private Instant lookedAt = Instant.EPOCH;

    AllocationQueue(
            QueueStore store,
            AllocationStore allocations,
            Capacity capacity,
            PromisedCapacity promisedCapacity,
            Offerings offerings,
            Access access,
            Timeline timeline,
            LifecycleDriver driver,
            QueueSignal signal,
            TransactionTemplate transaction,
            Clock clock) {
        this.store = store;
        this.allocations = allocations;
        this.capacity = capacity;
        this.promisedCapacity = promisedCapacity;
        this.offerings = offerings;
        this.access = access;
        this.timeline = timeline;
        this.driver = driver;
        this.signal = signal;
        this.transaction = transaction;
        this.clock = clock;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofMillis(200), Role.LIFECYCLE, "allocations.queue", this::serveWhenDue);
        rounds.every(Duration.ofHours(6), Role.LIFECYCLE, "allocations.delete-old-waits", this::deleteOldWaits)
                .firstAfter(Duration.ofMinutes(17));
    }

    private void deleteOldWaits() {
        store.deleteWaitsBefore(clock.instant().minus(WAITS_COUNT_FOR));
    }

    /** The median of what recent requests waited in the queue, by SKU; SKUs with too few of them are left out. */
    Map<String, Duration> typicalWaits(List<Sku> skus) {
        return store.typicalWaits(
                skus.stream().map(Sku::name).toList(), clock.instant().minus(WAITS_COUNT_FOR));
    }

    void serveWhenDue() {
        Instant now = clock.instant();
        if (!signal.takeFreed() && now.isBefore(lookedAt.plus(LOOK_AGAIN))) {
            return;
        }
        lookedAt = now;
        serve();
    }

    /** A failure with one SKU does not delay the queues of the others. */
    void serve() {
        for (String sku : store.skusWaitedFor()) {
            try {
                serve(sku);
            } catch (RuntimeException e) {
                log.atWarn().setCause(e).addKeyValue("sku", sku).log("could not serve the queue of a SKU; retrying");
            }
        }
    }

    /** One at a time, each in a transaction of its own, until the first does not fit. */
    private void serve(String sku) {
        for (int served = 0; served < QueueStore.SERVED_MAX; served++) {
            Optional<AllocationId> placed = Optional.ofNullable(transaction.execute(status -> placeFirst(sku)));
            if (placed.isEmpty()) {
                return;
            }
            driver.wake(placed.get());
        }
    }

    private @Nullable AllocationId placeFirst(String name) {
        Optional<Sku> sku = offerings.find(name);
        if (sku.isEmpty() || !store.lock(name)) {
            return null;
        }
        for (AllocationId id : store.order(name)) {
            AllocationRecord waiting = allocations.lock(id).orElseThrow();
            // A suspended tenant gets nothing new; it keeps its place.
            if (waiting.state() != AllocationState.QUEUED || access.suspended(waiting.tenant())) {
                continue;
            }
            if (place(waiting, sku.get())) {
                return id;
            }
            if (capacity.couldHold(sku.get(), waiting.wish().count())) {
                return null;
            }
        }
        return null;
    }

    private boolean place(AllocationRecord waiting, Sku sku) {
        return Call.system("serveQueue", waiting.wish().origin().correlation())
                .in(waiting.tenant(), waiting.project())
                .run(() -> switch (decide(waiting, sku)) {
                    case PlacementDecision.Taken taken -> placed(waiting, taken);
                    case PlacementDecision.Refused refused -> keepWaiting(waiting, refused.sentence() + kept(waiting));
                });
    }

    private PlacementDecision decide(AllocationRecord waiting, Sku sku) {
        AllocationRecord.Wish wish = waiting.wish();
        if (!sku.allows(wish.count())) {
            return new PlacementDecision.Refused(AllocationErrors.noLongerSold(sku, wish.count()));
        }
        Capacity.Request request =
                new Capacity.Request(waiting.id(), waiting.tenant(), waiting.project(), sku, wish.count());
        return switch (promisedCapacity.look(
                waiting.id().value(), sku, wish.count(), clock.instant(), wish.maxDuration())) {
            case Headroom.Open open -> capacity.reserve(request);
            case Headroom.Beside beside -> capacity.reserveWithCare(request, beside.kept());
            case Headroom.Claimed claimed -> new PlacementDecision.Refused(claimed.sentence());
        };
    }

    private boolean placed(AllocationRecord waiting, PlacementDecision.Taken taken) {
        Instant now = clock.instant();
        AllocationRecord placed = AllocationStateMachine.move(
                waiting.with(waiting.place().on(taken.lease().node()))
                        .with(waiting.standing().because(null)),
                AllocationState.REQUESTED,
                now);
        timeline.moved(placed, AllocationState.QUEUED);
        allocations.save(placed);
        Instant asked = waiting.wish().origin().createdAt();
        store.addWait(waiting.id(), waiting.wish().sku(), now, Duration.between(asked, now));
        driver.follow(waiting.id(), now.plus(Lifecycle.LOOK_AGAIN));
        return true;
    }

    private String kept(AllocationRecord waiting) {
        return promisedCapacity
                .findKept(waiting, clock.instant())
                .map(slots -> " Because of its long wait, " + slots + " GPUs are held for it as they become free.")
                .orElse("");
    }

    private boolean keepWaiting(AllocationRecord waiting, String sentence) {
        Reason why = new Reason("capacity_short", sentence);
        if (!Objects.equals(why, waiting.standing().reason())) {
            allocations.save(waiting.with(waiting.standing().because(why)));
        }
        return false;
    }

    /** The queue that the allocation waits in, first of all the next; empty when it does not wait. */
    List<AllocationId> order(AllocationRecord allocation) {
        return allocation.state() == AllocationState.QUEUED
                ? store.order(allocation.wish().sku())
                : List.of();
    }

    /** True when a new request must queue behind others. Requests that cannot be served do not count. */
    boolean isWaitedFor(Sku sku) {
        return store.waitingFor(sku.name()).stream()
                .anyMatch(one -> !access.suspended(one.tenant()) && capacity.couldHold(sku, one.count()));
    }

    /** Those of the SKUs for which that is so, by name. */
    Set<String> waitedFor(List<Sku> skus) {
        List<String> names = store.skusWaitedFor();
        return skus.stream()
                .filter(sku -> names.contains(sku.name()) && isWaitedFor(sku))
                .map(Sku::name)
                .collect(Collectors.toSet());
    }

    List<AllocationId> order(String sku) {
        return store.order(sku);
    }
}
