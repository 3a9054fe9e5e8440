package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.api.CreateAllocation;
import io.gpuaas.api.UpdateAllocation;
import io.gpuaas.controlplane.allocations.AllocationRecord.Reason;
import io.gpuaas.controlplane.platform.AfterCommit;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Carries out what users and operators do with allocations. Each act is one transaction of the pipeline; the lifecycle
 * continues after it.
 */
@Component
public class Allocations {

    /** Forcing again helps only after a repair; after this many times the node has to be retired. */
    private static final int FORCED_MAX = 10;

    private final AllocationStore store;
    private final RequestAdmission admission;
    private final LimitChanges limits;
    private final LifecycleSteps steps;
    private final Timeline timeline;
    private final LifecycleDriver driver;
    private final Clock clock;

    Allocations(
            AllocationStore store,
            RequestAdmission admission,
            LimitChanges limits,
            LifecycleSteps steps,
            Timeline timeline,
            LifecycleDriver driver,
            Clock clock) {
        this.store = store;
        this.admission = admission;
        this.limits = limits;
        this.steps = steps;
        this.timeline = timeline;
        this.driver = driver;
        this.clock = clock;
    }

    /** All of them, or none and a problem that says why. */
    List<AllocationRecord> create(List<CreateAllocation> members) {
        return start(admission.admit(members, clock.instant()));
    }

    /** Creates an allocation whose capacity was promised before, so that no queued request comes first. */
    public AllocationId createReserved(CreateAllocation command, Instant ends) {
        return start(List.of(admission.admitReserved(command, ends, clock.instant())))
                .getFirst()
                .id();
    }

    private List<AllocationRecord> start(List<AllocationRecord> created) {
        store.addAll(created);
        created.forEach(allocation -> {
            timeline.moved(allocation, null);
            follow(allocation.id());
        });
        admission.confirm(created);
        return created;
    }

    AllocationRecord require(ProjectId project, AllocationId id) {
        return store.find(id)
                .filter(found -> found.project().equals(project))
                .orElseThrow(AllocationErrors::noSuchAllocation);
    }

    private AllocationRecord lock(ProjectId project, AllocationId id) {
        return store.lock(id)
                .filter(found -> found.project().equals(project))
                .orElseThrow(AllocationErrors::noSuchAllocation);
    }

    /** Releases the allocation; a queued one leaves the queue. */
    AllocationRecord release(ProjectId project, AllocationId id) {
        AllocationRecord allocation = lock(project, id);
        if (allocation.wish().isProtected()) {
            throw AllocationErrors.isProtected();
        }
        if (allocation.state() == AllocationState.RELEASE_FAILED) {
            throw AllocationErrors.stateConflict(allocation.state(), "be released; retry the release");
        }
        return beginRelease(allocation, null);
    }

    AllocationRecord retryRelease(ProjectId project, AllocationId id) {
        AllocationRecord allocation = lock(project, id);
        if (allocation.state() != AllocationState.RELEASE_FAILED) {
            throw AllocationErrors.stateConflict(allocation.state(), "have its release retried");
        }
        return beginRelease(allocation, allocation.standing().reason());
    }

    /**
     * Releases a protected allocation too, and one whose release failed. The slots stay taken until the node reports
     * the release or is retired.
     */
    AllocationRecord forceRelease(AllocationId id, String reason) {
        AllocationRecord allocation = store.lock(id).orElseThrow(AllocationErrors::noSuchAllocation);
        if (allocation.facts().forced() >= FORCED_MAX) {
            throw AllocationErrors.forcedTooOften(FORCED_MAX);
        }
        return beginRelease(allocation.with(allocation.facts().forcedOnceMore()), new Reason("forced", reason.strip()));
    }

    private AllocationRecord beginRelease(AllocationRecord allocation, @Nullable Reason why) {
        if (allocation.state() == AllocationState.QUEUED) {
            return store.save(steps.leaveQueue(allocation, why, clock.instant()));
        }
        AllocationState outcome = allocation.standing().outcome() == null
                ? AllocationState.RELEASED
                : allocation.standing().outcome();
        AllocationRecord releasing = store.save(steps.release(allocation, outcome, why, clock.instant()));
        follow(releasing.id());
        return releasing;
    }

    AllocationRecord update(ProjectId project, AllocationId id, UpdateAllocation command) {
        AllocationRecord allocation = lock(project, id);
        AllocationRecord changed = allocation;
        boolean isLimited = command.timeLimitSeconds() != null || command.idleReleaseSeconds() != null;
        if (isLimited) {
            changed = limits.change(allocation, command, clock.instant());
        }
        if (command.name() != null || command.labels() != null || !isLimited) {
            changed = renamed(changed, command);
            timeline.changed(changed, "renamed", null, clock.instant());
        }
        AllocationRecord saved = store.save(changed);
        if (isLimited) {
            // Its next look was planned by the limits of before.
            follow(id);
        }
        return saved;
    }

    private static AllocationRecord renamed(AllocationRecord allocation, UpdateAllocation command) {
        AllocationRecord.Wish wish = allocation.wish();
        return allocation.with(wish.named(
                command.name() == null ? wish.name() : command.name().strip(),
                command.labels() == null ? wish.labels() : Labels.require(command.labels())));
    }

    AllocationRecord snooze(ProjectId project, AllocationId id) {
        AllocationRecord allocation = lock(project, id);
        if (allocation.state() != AllocationState.ACTIVE) {
            throw AllocationErrors.stateConflict(allocation.state(), "be snoozed");
        }
        return store.save(limits.snooze(allocation, clock.instant()));
    }

    AllocationRecord protect(ProjectId project, AllocationId id, boolean guarded) {
        AllocationRecord allocation = lock(project, id);
        requireLive(allocation);
        if (allocation.wish().isProtected() == guarded) {
            return allocation;
        }
        AllocationRecord changed = allocation.with(allocation.wish().guarded(guarded));
        timeline.changed(changed, guarded ? "protected" : "unprotected", null, clock.instant());
        return store.save(changed);
    }

    AllocationRecord extend(ProjectId project, AllocationId id, Duration by) {
        AllocationRecord allocation = lock(project, id);
        if (allocation.state() != AllocationState.ACTIVE) {
            throw AllocationErrors.stateConflict(allocation.state(), "be extended");
        }
        return store.save(limits.extend(allocation, by, clock.instant()));
    }

    private static void requireLive(AllocationRecord allocation) {
        if (AllocationStateMachine.isFinal(allocation.state())) {
            throw AllocationErrors.stateConflict(allocation.state(), "be changed");
        }
    }

    /** Durable in this transaction, and at once after it. */
    private void follow(AllocationId id) {
        driver.follow(id, clock.instant().plus(Lifecycle.LOOK_AGAIN));
        AfterCommit.run(() -> driver.wake(id));
    }
}
