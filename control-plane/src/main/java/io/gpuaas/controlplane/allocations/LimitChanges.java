package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.api.UpdateAllocation;
import io.gpuaas.controlplane.allocations.AllocationRecord.Limits;
import io.gpuaas.controlplane.offerings.Offerings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Sets, moves and removes the limits of allocations, within the operator's bounds and without touching what others were
 * promised. Returns the changed allocation, which the caller saves.
 */
@Component
class LimitChanges {

    private static final String NO_END = "It has no time limit any more.";

    private final LimitBounds bounds;
    private final PromisedCapacity promisedCapacity;
    private final Offerings offerings;
    private final Timeline timeline;

    LimitChanges(LimitBounds bounds, PromisedCapacity promisedCapacity, Offerings offerings, Timeline timeline) {
        this.bounds = bounds;
        this.promisedCapacity = promisedCapacity;
        this.offerings = offerings;
        this.timeline = timeline;
    }

    AllocationRecord change(AllocationRecord allocation, UpdateAllocation command, Instant now) {
        if (AllocationStateMachine.isFinal(allocation.state())
                || allocation.state() == AllocationState.RELEASING
                || allocation.state() == AllocationState.RELEASE_FAILED) {
            throw AllocationErrors.stateConflict(allocation.state(), "get other limits");
        }
        AllocationRecord changed = allocation;
        List<String> told = new ArrayList<>();
        if (command.idleReleaseSeconds() != null) {
            Duration idle = LimitBounds.read(command.idleReleaseSeconds(), "/idle_release_seconds");
            bounds.require(new Limits(null, idle), allocation.tenant(), allocation.project());
            changed =
                    changed.with(changed.wish().limited(changed.wish().limits().idling(idle)));
            told.add(idle == null ? "It has no idle limit of its own." : "Its GPUs may be idle for " + idle + ".");
        }
        if (command.timeLimitSeconds() != null) {
            Duration limit = LimitBounds.read(command.timeLimitSeconds(), "/time_limit_seconds");
            changed = allocation.state() == AllocationState.ACTIVE
                    ? endingIn(changed, limit, now)
                    : lasting(changed, limit, now);
            told.add(sentence(changed));
        }
        timeline.changed(changed, "limited", String.join(" ", told), now);
        return changed;
    }

    private static String sentence(AllocationRecord allocation) {
        Instant end = allocation.facts().expiry().at();
        Duration limit = allocation.wish().maxDuration();
        if (end != null) {
            return "It now ends at " + end + ".";
        }
        return limit == null ? NO_END : "It ends " + limit + " after it becomes active.";
    }

    private AllocationRecord endingIn(AllocationRecord allocation, @Nullable Duration limit, Instant now) {
        Instant activeAt = Objects.requireNonNull(allocation.standing().activeAt());
        Duration max = bounds.timeLimitMax(allocation.tenant(), allocation.project());
        Instant latest = max == null ? null : activeAt.plus(max);
        Instant end = limit == null ? latest : now.plus(limit);
        // Without a limit it would end at once if the bound became narrower than the time it has run.
        if (end != null && latest != null && (end.isAfter(latest) || !end.isAfter(now))) {
            throw AllocationErrors.limitTooLong("time limit", max);
        }
        AllocationRecord moved = ending(allocation, end);
        return moved.with(moved.wish()
                .limited(moved.wish().limits().lasting(end == null ? null : Duration.between(activeAt, end))));
    }

    /** Of one that is not active yet: from then on. One that was reserved ends with its window. */
    private AllocationRecord lasting(AllocationRecord allocation, @Nullable Duration limit, Instant now) {
        if (allocation.facts().expiry().at() != null) {
            throw AllocationErrors.stateConflict(
                    allocation.state(), "get another time limit before it is active, because it was reserved");
        }
        Duration before = allocation.wish().maxDuration();
        Limits limits =
                bounds.require(allocation.wish().limits().lasting(limit), allocation.tenant(), allocation.project());
        Duration after = limits.maxDuration();
        boolean isLonger = before != null && (after == null || after.compareTo(before) > 0);
        if (isLonger && AllocationStateMachine.holdsCapacity(allocation.state())) {
            requireRoomToStay(allocation, now, after == null ? null : now.plus(after));
        }
        return allocation.with(allocation.wish().limited(limits));
    }

    AllocationRecord extend(AllocationRecord allocation, Duration by, Instant now) {
        Instant end = allocation.facts().expiry().at();
        if (end == null) {
            throw AllocationErrors.noEnd();
        }
        Instant later = end.plus(by);
        Duration max = bounds.timeLimitMax(allocation.tenant(), allocation.project());
        if (max != null && later.isAfter(latest(allocation, max))) {
            throw AllocationErrors.limitTooLong("time limit", max);
        }
        AllocationRecord extended = ending(allocation, later);
        timeline.changed(extended, "extended", "It now ends at " + later + ".", now);
        return extended;
    }

    /** Postpones the end, at most to the bound, and a release for idleness, once until the GPUs are used again. */
    AllocationRecord snooze(AllocationRecord allocation, Instant now) {
        Duration by = bounds.snooze(allocation.tenant(), allocation.project());
        AllocationRecord snoozed = allocation;
        List<String> told = new ArrayList<>();
        Instant end = allocation.facts().expiry().at();
        Duration max = bounds.timeLimitMax(allocation.tenant(), allocation.project());
        Instant later = end == null ? null : earlier(end.plus(by), max == null ? null : latest(allocation, max));
        if (end != null && later != null && later.isAfter(end)) {
            snoozed = ending(snoozed, later);
            told.add("It now ends at " + later + ".");
        }
        boolean isIdle = allocation.facts().idleness().since() != null;
        if (isIdle && allocation.facts().idleness().snoozedUntil() == null) {
            Instant until = bounds.idleReleaseAt(allocation).orElse(now).plus(by);
            snoozed = snoozed.with(snoozed.facts().snoozed(until));
            told.add("It may stay idle until " + until + ".");
        }
        if (told.isEmpty()) {
            throw AllocationErrors.nothingToSnooze();
        }
        timeline.changed(snoozed, "snoozed", String.join(" ", told), now);
        return snoozed;
    }

    private static Instant latest(AllocationRecord allocation, Duration max) {
        return Objects.requireNonNull(allocation.standing().activeAt()).plus(max);
    }

    private static Instant earlier(Instant one, @Nullable Instant other) {
        return other != null && other.isBefore(one) ? other : one;
    }

    /** Null: without an end. Others may have been promised the GPUs from the end of before on. */
    private AllocationRecord ending(AllocationRecord allocation, @Nullable Instant end) {
        Instant before = allocation.facts().expiry().at();
        if (before != null && (end == null || end.isAfter(before))) {
            requireRoomToStay(allocation, before, end);
        }
        return allocation.with(allocation.facts().expiring(end));
    }

    private void requireRoomToStay(AllocationRecord allocation, Instant from, @Nullable Instant until) {
        offerings
                .find(allocation.wish().sku())
                .ifPresent(sku -> promisedCapacity.requireRoomToStay(allocation, sku, from, until));
    }
}
