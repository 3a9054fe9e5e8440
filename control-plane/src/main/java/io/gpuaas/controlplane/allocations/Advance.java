package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.allocations.drivers.Timers;
import io.gpuaas.controlplane.inventory.Capacity;
import io.gpuaas.controlplane.inventory.HeldSlot;
import io.gpuaas.controlplane.inventory.Lease;
import io.gpuaas.controlplane.nodes.NodeReadings;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.nodes.TaskState;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Brings an allocation as far as it can be brought now: looks at what is true, takes the next steps, and says when to
 * look again. May be called at any time by anybody, also twice at once.
 */
public @Component class Advance {

    /** No allocation has so many steps ahead of it without waiting once. */
    private static final int STEPS_MAX = 12;

    private static final double BUSY_PERCENT = 1.0;

    /** A measurement this old says nothing about now, and nothing is known of the time between two so far apart. */
    private static final Duration MEASURED_WITHIN = Duration.ofMinutes(5);

    private final AllocationStore store;
    private final LifecycleSteps steps;
    private final Capacity capacity;
    private final NodeTasks tasks;
    private final HostWork work;
    private final NodeReadings nodes;
    private final TenantRoots roots;
    private final LimitBounds bounds;
    private final Policies policies;
    private final Timers timers;
    private final TransactionTemplate transaction;
    private final Clock clock;

    Advance(
            AllocationStore store,
            LifecycleSteps steps,
            Capacity capacity,
            NodeTasks tasks,
            HostWork work,
            NodeReadings nodes,
            TenantRoots roots,
            LimitBounds bounds,
            Policies policies,
            Timers timers,
            TransactionTemplate transaction,
            Clock clock) {
        this.store = store;
        this.steps = steps;
        this.capacity = capacity;
        this.tasks = tasks;
        this.work = work;
        this.nodes = nodes;
        this.roots = roots;
        this.bounds = bounds;
        this.policies = policies;
        this.timers = timers;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** Returns when to look again; empty when nothing happens until the next call. */
    public Optional<Instant> advance(AllocationId id) {
        return Optional.ofNullable(transaction.execute(status -> store.lock(id)
                .map(known -> {
                    Reached reached = step(known, new Surroundings(List.of(known)));
                    save(List.of(reached));
                    return reached.lookAgain();
                })
                .orElse(null)));
    }

    /**
     * Advances those allocations that are not locked elsewhere, in one transaction, and returns the others. One
     * transaction for several costs little more than for one.
     */
    public List<AllocationId> advanceFree(List<AllocationId> ids) {
        Set<AllocationId> held = new LinkedHashSet<>(ids);
        transaction.executeWithoutResult(status -> {
            List<AllocationRecord> free = store.lockFree(ids);
            Surroundings surroundings = new Surroundings(free);
            save(free.stream().map(one -> step(one, surroundings)).toList());
            free.forEach(one -> held.remove(one.id()));
        });
        return List.copyOf(held);
    }

    private void save(List<Reached> reached) {
        List<AllocationRecord> changed = reached.stream()
                .filter(Reached::isChanged)
                .map(Reached::allocation)
                .toList();
        if (!changed.isEmpty()) {
            store.saveAll(changed);
        }
    }

    /** The task whose end would bring the allocation on, if it waits for one. */
    public Optional<TaskId> findAwaited(AllocationId id) {
        return store.find(id)
                .flatMap(allocation -> Optional.ofNullable(allocation.step().task()))
                .filter(task ->
                        work.find(task).filter(found -> !found.state().ended()).isPresent());
    }

    /** How far an allocation came, and when to look again. */
    private record Reached(
            AllocationRecord allocation,
            boolean isChanged,
            @Nullable Instant lookAgain) {}

    private Reached step(AllocationRecord known, Surroundings surroundings) {
        return Call.system("advanceAllocation", known.wish().origin().correlation())
                .in(known.tenant(), known.project())
                .run(() -> stepUntilWaiting(known, surroundings));
    }

    private Reached stepUntilWaiting(AllocationRecord read, Surroundings surroundings) {
        AllocationRecord allocation = read;
        for (int step = 0; step < STEPS_MAX; step++) {
            NextStep act = Lifecycle.decide(allocation, look(allocation, surroundings));
            if (act instanceof NextStep.Wait wait) {
                return new Reached(allocation, !allocation.equals(read), wait.until());
            }
            if (act instanceof NextStep.Rest) {
                timers.remove(allocation.id());
                return new Reached(allocation, !allocation.equals(read), null);
            }
            allocation = steps.take(allocation, act, clock.instant());
            if (act instanceof NextStep.StartTask) {
                // The task cannot start before this transaction commits, so there is nothing to look at yet.
                return new Reached(allocation, true, clock.instant().plus(Lifecycle.LOOK_AGAIN));
            }
        }
        throw new IllegalStateException("allocation " + read.id() + " finds no rest in state " + allocation.state());
    }

    /** Facts that do not change while the allocations' rows are locked; read once for any number of steps. */
    private final class Surroundings {

        private final List<AllocationRecord> group;
        private @Nullable Map<AllocationId, Lease> leases;
        private @Nullable Map<NodeId, NodeReadings.Reading> readings;

        Surroundings(List<AllocationRecord> group) {
            this.group = group;
        }

        List<HeldSlot> slots(AllocationRecord allocation) {
            if (!AllocationStateMachine.holdsCapacity(allocation.state())) {
                return List.of();
            }
            if (leases == null) {
                leases = capacity.findLeases(
                        group.stream().map(AllocationRecord::id).toList());
            }
            Lease lease = leases.get(allocation.id());
            return lease == null ? List.of() : lease.slots();
        }

        NodeReadings.@Nullable Reading node(@Nullable NodeId id) {
            if (id == null) {
                return null;
            }
            if (readings == null) {
                readings = nodes.find(group.stream()
                        .map(one -> one.place().node())
                        .filter(Objects::nonNull)
                        .collect(Collectors.toSet()));
            }
            return readings.get(id);
        }
    }

    private Observed look(AllocationRecord allocation, Surroundings surroundings) {
        NodeId node = allocation.place().node();
        List<HeldSlot> slots = surroundings.slots(allocation);
        Instant now = clock.instant();
        NodeReadings.Reading reading = surroundings.node(node);
        NodeTasks.Task task = allocation.step().task() == null
                ? null
                : work.find(allocation.step().task()).orElse(null);
        boolean isActive = allocation.standing().activeAt() != null && allocation.state() == AllocationState.ACTIVE;
        Observed.Life life = node != null && isActive
                ? life(allocation, node, slots.stream().map(HeldSlot::gpuUuid).collect(Collectors.toSet()), now)
                : Observed.Life.UNKNOWN;
        boolean inTrouble = reading == null
                || !reading.isPresent()
                || life.gpuFault() != null
                || (task != null && task.state().ended() && task.state() != TaskState.SUCCEEDED);
        return new Observed(
                now,
                reading,
                task,
                allocation.place().keys().task() == null
                        ? null
                        : tasks.find(allocation.place().keys().task()).orElse(null),
                slots,
                work.buildsFromOutside(),
                inTrouble
                        ? roots.of(allocation)
                        : new Observed.Roots(allocation.facts().root(), false),
                life);
    }

    private Observed.Life life(AllocationRecord allocation, NodeId node, Set<String> gpus, Instant now) {
        Instant degraded = allocation.facts().degradation().since();
        Duration limit = bounds.idleRelease(allocation);
        return new Observed.Life(
                nodes.findFault(
                                node,
                                gpus,
                                Objects.requireNonNull(allocation.standing().activeAt()))
                        .orElse(null),
                degraded != null && nodes.lostSince(node, thing(allocation), name(allocation), degraded),
                degraded == null ? null : lostAfter(allocation),
                limit,
                limit == null ? null : idleSince(allocation, node, gpus, now.minus(limit)));
    }

    private @Nullable Duration lostAfter(AllocationRecord allocation) {
        Duration after = policies.effective(AllocationPolicies.LOST_AFTER, allocation.tenant(), allocation.project());
        return after.isZero() ? null : after;
    }

    /** Names what must exist on the node for the allocation to work. A reboot removes the instance, not the login. */
    private static String thing(AllocationRecord allocation) {
        return switch (allocation.wish().bought().machine().shape()) {
            case BARE_METAL -> "user";
            case GPU_SLICE -> "slice";
            case MIG -> "mig";
        };
    }

    private static String name(AllocationRecord allocation) {
        return allocation.wish().bought().machine().shape() == Shape.BARE_METAL
                ? allocation.place().username()
                : allocation.id().toString();
    }

    /**
     * Null when the GPUs were not all measured recently; an unmeasured GPU counts as busy. Looks back from the moment
     * of the other observations: a later moment would always fall slightly short of the limit.
     */
    private @Nullable Instant idleSince(AllocationRecord allocation, NodeId node, Set<String> gpus, Instant back) {
        Instant active = Objects.requireNonNull(allocation.standing().activeAt());
        Instant since = active.isAfter(back) ? active : back;
        NodeReadings.Activity activity =
                nodes.activity(node, gpus, new NodeReadings.Watched(since, BUSY_PERCENT, MEASURED_WITHIN));
        Instant measured = activity.lastMeasured();
        if (measured == null || measured.isBefore(clock.instant().minus(MEASURED_WITHIN))) {
            return null;
        }
        return later(later(since, activity.lastBusy()), activity.lastGapEnd());
    }

    private static Instant later(Instant one, @Nullable Instant other) {
        return other != null && other.isAfter(one) ? other : one;
    }
}
