package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.allocations.AllocationRecord.DegradationSource;
import io.gpuaas.controlplane.allocations.AllocationRecord.Keys;
import io.gpuaas.controlplane.allocations.AllocationRecord.Place;
import io.gpuaas.controlplane.allocations.AllocationRecord.Reason;
import io.gpuaas.controlplane.allocations.AllocationRecord.ReleaseCharge;
import io.gpuaas.controlplane.allocations.AllocationRecord.Step;
import io.gpuaas.controlplane.inventory.Capacity;
import io.gpuaas.controlplane.inventory.HeldSlot;
import io.gpuaas.controlplane.nodes.NodeReadings;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.kernel.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Takes one step that {@link Lifecycle} decided: all in the transaction that holds the allocation's row. */
@Component
class LifecycleSteps {

    private static final Duration KEYS_PAUSE = Duration.ofMinutes(1);

    /** Consecutive failures to deliver keys after which the user is notified. */
    static final int KEYS_FAILURES_MAX = 5;

    private final Timeline timeline;
    private final HostWork work;
    private final NodeTasks tasks;
    private final Capacity capacity;
    private final QueueSignal queue;
    private final NodeReadings readings;
    private final ReportedGpus reported;
    private final LimitBounds bounds;

    LifecycleSteps(
            Timeline timeline,
            HostWork work,
            NodeTasks tasks,
            Capacity capacity,
            QueueSignal queue,
            NodeReadings readings,
            ReportedGpus reported,
            LimitBounds bounds) {
        this.timeline = timeline;
        this.work = work;
        this.tasks = tasks;
        this.capacity = capacity;
        this.queue = queue;
        this.readings = readings;
        this.reported = reported;
        this.bounds = bounds;
    }

    AllocationRecord take(AllocationRecord allocation, NextStep act, Instant now) {
        return switch (act) {
            case NextStep.Wait wait -> allocation;
            case NextStep.Rest rest -> allocation;
            case NextStep.Provision provision -> move(allocation, AllocationState.PROVISIONING, now);
            case NextStep.Leave leave -> leaveQueue(allocation, leave.why(), now);
            case NextStep.Begin begin -> begin(allocation, begin, now);
            case NextStep.StartTask start -> start(allocation, start);
            case NextStep.TryAgain again -> tryAgain(allocation, again, now);
            case NextStep.Activate activate -> activate(allocation, now);
            case NextStep.Release release -> release(allocation, release.outcome(), release.why(), now);
            case NextStep.Finish finish -> finish(allocation, now);
            case NextStep.FinishFaulty faulty -> finishFaulty(allocation, faulty.why(), now);
            case NextStep.ChargeRelease charge -> chargeRelease(allocation, charge.why(), now);
            case NextStep.StopChargingRelease stop -> stopChargingRelease(allocation, stop.why(), now);
            case NextStep.Believe believe -> believe(allocation, believe, now);
            case NextStep.FailRelease failed -> failRelease(allocation, failed.why(), now);
            case NextStep.NoteStuck stuck -> noteStuck(allocation, "The phase exceeded its time limit.", now);
            case NextStep.Degrade degrade -> degrade(allocation, degrade, now);
            case NextStep.Recover recover -> recover(allocation, now);
            case NextStep.Warn warn -> warn(allocation, warn.expiresAt(), now);
            case NextStep.NoteIdle idle -> noteIdle(allocation, idle.since(), now);
            case NextStep.GiveKeys keys -> giveKeys(allocation, keys.slots());
            case NextStep.SettleKeys settle -> settleKeys(allocation, settle.given(), now);
        };
    }

    private AllocationRecord move(AllocationRecord allocation, AllocationState to, Instant now) {
        AllocationRecord moved = AllocationStateMachine.move(allocation, to, now);
        timeline.moved(moved, allocation.state());
        return moved;
    }

    AllocationRecord leaveQueue(AllocationRecord allocation, @Nullable Reason why, Instant now) {
        return move(allocation.with(allocation.standing().because(why)), AllocationState.RELEASED, now);
    }

    private AllocationRecord begin(AllocationRecord allocation, NextStep.Begin begin, Instant now) {
        AllocationRecord begun =
                remember(allocation).with(Step.begin(begin.plan().phase(), now));
        timeline.progressed(begun, now, begin.why());
        boolean isErasedFromOutside = !begin.plan().isDoneByTheNode() && work.buildsFromOutside();
        return isErasedFromOutside && begun.facts().releaseCharge().runs()
                ? waiveRelease(begun, "Its host is erased from outside. This time is not charged.", now, now)
                : begun;
    }

    /** Stores results of the previous phase that later phases need. */
    private AllocationRecord remember(AllocationRecord allocation) {
        TaskId task = allocation.step().task();
        if (task == null) {
            return allocation;
        }
        JsonNode output = tasks.find(task).map(NodeTasks.Task::output).orElse(null);
        if (output == null) {
            return allocation;
        }
        return allocation.with(allocation
                .place()
                .with(TaskOutput.by(output).apply(allocation.place().reach())));
    }

    private AllocationRecord start(AllocationRecord allocation, NextStep.StartTask start) {
        Place place = start.plan().leavesSomething() ? allocation.place().asGranted() : allocation.place();
        AllocationRecord begun = work.givesRoot(allocation, start.plan())
                ? allocation.with(allocation.facts().rooted())
                : allocation;
        return begun.with(place)
                .with(allocation.step().waitingFor(work.start(allocation, start.plan(), start.slots())));
    }

    private AllocationRecord tryAgain(AllocationRecord allocation, NextStep.TryAgain again, Instant now) {
        AllocationRecord paused = allocation.with(allocation.step().again(again.notBefore()));
        timeline.progressed(paused, now, again.why());
        return paused;
    }

    private AllocationRecord activate(AllocationRecord allocation, Instant now) {
        AllocationRecord active = move(remember(allocation), AllocationState.ACTIVE, now);
        // A window that was reserved ends when it ends, however late the allocation began.
        if (active.facts().expiry().at() != null) {
            return active;
        }
        // The operator may have narrowed the bound since the request.
        Duration limit = LimitBounds.shorter(
                active.wish().maxDuration(), bounds.timeLimitMax(active.tenant(), active.project()));
        return limit == null
                ? active
                : active.with(active.wish().limited(active.wish().limits().lasting(limit)))
                        .with(active.facts().expiring(now.plus(limit)));
    }

    /** Starts the release, whether a user, an operator, the time limit or failed provisioning caused it. */
    AllocationRecord release(AllocationRecord allocation, AllocationState outcome, @Nullable Reason why, Instant now) {
        TaskId open = allocation.step().task();
        AllocationRecord leading = allocation.with(allocation.standing().leadingTo(outcome, why));
        AllocationRecord releasing = move(leading, AllocationState.RELEASING, now);
        if (open == null) {
            return releasing;
        }
        tasks.cancelUnlessEnded(open);
        return releasing.with(Step.NONE.waitingFor(open));
    }

    private AllocationRecord finish(AllocationRecord allocation, Instant now) {
        AllocationState outcome =
                Objects.requireNonNullElse(allocation.standing().outcome(), AllocationState.RELEASED);
        if (allocation.facts().faultReported()) {
            reported.foundWell(allocation, now);
        }
        capacity.free(allocation.id());
        queue.afterCommit();
        return move(allocation, outcome, now);
    }

    private AllocationRecord finishFaulty(AllocationRecord allocation, Reason why, Instant now) {
        reported.confirm(allocation, why.message());
        return finish(allocation.with(allocation.facts().checked()), now);
    }

    private AllocationRecord chargeRelease(AllocationRecord allocation, Reason why, Instant now) {
        AllocationRecord charged = allocation.with(allocation.facts().charging(new ReleaseCharge(now, false)));
        timeline.chargingRelease(
                charged,
                why.message() + " The holder can cause this, so charging continues until the release has finished or an"
                        + " operator decides otherwise.",
                now);
        return charged;
    }

    private AllocationRecord stopChargingRelease(AllocationRecord allocation, Reason why, Instant now) {
        AllocationRecord free = allocation.with(allocation.facts().charging(ReleaseCharge.NONE));
        timeline.releaseNotCharged(free, why.message() + " The holder did not cause this.", now, now);
        return free;
    }

    /** Until then at most: what was charged since is given back. Not charged again, whatever happens next. */
    AllocationRecord waiveRelease(AllocationRecord allocation, String message, Instant until, Instant now) {
        AllocationRecord free = allocation.with(allocation.facts().charging(new ReleaseCharge(null, true)));
        timeline.releaseNotCharged(free, message, until, now);
        return free;
    }

    private AllocationRecord failRelease(AllocationRecord allocation, Reason why, Instant now) {
        return move(allocation.with(allocation.standing().because(why)), AllocationState.RELEASE_FAILED, now);
    }

    private AllocationRecord noteStuck(AllocationRecord allocation, String why, Instant now) {
        AllocationRecord stuck = allocation.with(allocation.step().stuck(now));
        timeline.changed(stuck, "stuck", why, now);
        return stuck;
    }

    private AllocationRecord degrade(AllocationRecord allocation, NextStep.Degrade act, Instant now) {
        return degrade(allocation, act, act.nodeIsAway() ? lastHeard(allocation, now) : now, now);
    }

    /** A fault counts only if the node reported it after the allocation was last known to work. */
    AllocationRecord degrade(AllocationRecord allocation, NextStep.Degrade act, Instant workedUntil, Instant now) {
        AllocationRecord degraded = allocation.with(allocation
                .facts()
                .degraded(
                        workedUntil,
                        act.reason(),
                        act.isBelieved() ? DegradationSource.SEEN : DegradationSource.REPORTED,
                        act.nodeIsAway()));
        timeline.degraded(degraded, now, workedUntil);
        return degraded;
    }

    /** From when the platform itself knows it, not from when a tenant said so. */
    private AllocationRecord believe(AllocationRecord allocation, NextStep.Believe act, Instant now) {
        Instant workedUntil = act.nodeIsAway() ? lastHeard(allocation, now) : now;
        AllocationRecord seen = allocation.with(
                allocation.facts().degraded(workedUntil, act.reason(), DegradationSource.SEEN, act.nodeIsAway()));
        timeline.degraded(seen, now, workedUntil);
        return seen;
    }

    /** An operator confirmed the fault: charges since that moment are refunded. */
    AllocationRecord confirm(AllocationRecord allocation, String message, Instant since, Instant now) {
        AllocationRecord confirmed = allocation.with(allocation.facts().confirmed());
        timeline.faultConfirmed(confirmed, message, since, now);
        return confirmed;
    }

    private Instant lastHeard(AllocationRecord allocation, Instant now) {
        return Optional.ofNullable(allocation.place().node())
                .flatMap(readings::findHeardAt)
                .filter(heard -> heard.isBefore(now))
                .orElse(now);
    }

    private AllocationRecord recover(AllocationRecord allocation, Instant now) {
        Instant since = Objects.requireNonNull(allocation.facts().degradation().since());
        AllocationRecord well = allocation.with(allocation.facts().well(now));
        timeline.recovered(well, since, now);
        return well;
    }

    private AllocationRecord warn(AllocationRecord allocation, Instant expiresAt, Instant now) {
        timeline.changed(allocation, "expiring", "It is released at " + expiresAt + " unless extended.", now);
        return allocation.with(allocation.facts().warned(now));
    }

    private AllocationRecord noteIdle(AllocationRecord allocation, @Nullable Instant since, Instant now) {
        if (since != null) {
            timeline.changed(allocation, "idle", idleMessage(allocation, since), now);
        }
        return allocation.with(allocation.facts().idle(since));
    }

    private String idleMessage(AllocationRecord allocation, Instant since) {
        AllocationRecord noted = allocation.with(allocation.facts().idle(since));
        return "Its GPUs have been idle since " + since + "."
                + bounds.idleReleaseAt(noted)
                        .map(at -> " It is released at " + at + " unless they are used or the release is snoozed.")
                        .orElse("");
    }

    private AllocationRecord giveKeys(AllocationRecord allocation, List<HeldSlot> slots) {
        Keys keys = allocation.place().keys();
        TaskId task = work.reconcileKeys(allocation, slots);
        return allocation.with(allocation.place().with(new Keys(keys.wanted(), keys.wanted(), task)));
    }

    /**
     * Sends undelivered keys again after a pause, without limit, because a user may have lost the right to sign in; the
     * user is notified after repeated failures. An active allocation has no phase, so its step counts these attempts.
     */
    private AllocationRecord settleKeys(AllocationRecord allocation, boolean given, Instant now) {
        Keys keys = allocation.place().keys();
        if (given) {
            return allocation
                    .with(allocation.place().with(new Keys(keys.wanted(), keys.given(), null)))
                    .with(Step.NONE);
        }
        AllocationRecord paused = allocation
                .with(allocation.place().with(new Keys(keys.wanted() + 1, keys.given(), null)))
                .with(allocation.step().again(now.plus(KEYS_PAUSE)));
        return paused.step().attempt() >= KEYS_FAILURES_MAX && paused.step().stuckSince() == null
                ? noteStuck(
                        paused,
                        "Its SSH keys changed, but its node does not accept them: people who lost access may still have it.",
                        now)
                : paused;
    }
}
