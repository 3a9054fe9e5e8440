package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.allocations.AllocationRecord.Facts;
import io.gpuaas.controlplane.allocations.AllocationRecord.Keys;
import io.gpuaas.controlplane.allocations.AllocationRecord.Reason;
import io.gpuaas.controlplane.nodes.NodeReadings;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.nodes.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Decides the next step of an active allocation: trouble first, then its end, then its keys. Pure. */
final class ActiveLifecycle {

    /** Times before the end at which the user is warned. A warning longer than the allocation itself is skipped. */
    static final List<Duration> WARNINGS =
            List.of(Duration.ofHours(24), Duration.ofHours(1), Duration.ofMinutes(10), Duration.ofMinutes(1));

    /** Upper bound between two looks, because nothing signals that nothing happened. */
    static final Duration LOOK_AGAIN = Duration.ofMinutes(5);

    private ActiveLifecycle() {}

    static NextStep decide(AllocationRecord allocation, Observed seen) {
        return trouble(allocation, seen)
                .or(() -> end(allocation, seen))
                .or(() -> idle(allocation, seen))
                .or(() -> keys(allocation, seen))
                .orElseGet(() -> new NextStep.Wait(nextLook(allocation, seen)));
    }

    private static Optional<NextStep> trouble(AllocationRecord allocation, Observed seen) {
        if (seen.nodeIsGone()) {
            return Optional.of(lost(new Reason("node_retired", "Its node was retired.")));
        }
        Optional<Trouble> now = troubleNow(seen);
        Facts facts = allocation.facts();
        if (facts.degradation().since() == null) {
            return now.map(
                    trouble -> new NextStep.Degrade(trouble.reason(), trouble.nodeIsAway(), trouble.isBelieved()));
        }
        Optional<NextStep> givenUp = givenUpAt(allocation, seen)
                .filter(at -> !seen.now().isBefore(at))
                .map(at -> lost(new Reason(
                        "node_lost",
                        "Its node has not responded since " + awaySince(allocation, seen)
                                + ", so the allocation was ended. It is cleaned up if the node comes back.")));
        if (givenUp.isPresent()) {
            return givenUp;
        }
        return now.map(trouble -> whileDegraded(facts, trouble, seen)).orElseGet(() -> Optional.of(over(seen)));
    }

    /** A fault, and whether anyone other than the tenant has observed it. */
    private record Trouble(String reason, boolean nodeIsAway, boolean isBelieved) {}

    /** Of several the one that is believed. */
    private static Optional<Trouble> troubleNow(Observed seen) {
        NodeReadings.Reading node = seen.node();
        NodeReadings.GpuFault fault = seen.life().gpuFault();
        boolean agentIsOurs = !seen.roots().any();
        Optional<Trouble> away = seen.nodeIsAway()
                ? Optional.of(new Trouble(
                        node == null ? "Its node is unknown." : "Its node is " + node.state() + ".", true, agentIsOurs))
                : Optional.empty();
        Optional<Trouble> broken = Optional.ofNullable(fault)
                .map(found -> new Trouble(
                        found.what(),
                        false,
                        switch (found.witness()) {
                            case PLATFORM -> true;
                            case AGENT -> agentIsOurs;
                            case TENANT -> false;
                        }));
        return away.filter(Trouble::isBelieved)
                .or(() -> broken.filter(Trouble::isBelieved))
                .or(() -> away)
                .or(() -> broken);
    }

    private static Optional<NextStep> whileDegraded(Facts facts, Trouble trouble, Observed seen) {
        return switch (facts.degradation().source()) {
            case REPORTED ->
                trouble.isBelieved()
                        ? Optional.of(new NextStep.Believe(trouble.reason(), trouble.nodeIsAway()))
                        : Optional.empty();
            // The fault the platform saw is over; reports of the tenant are judged on their own.
            case SEEN -> trouble.isBelieved() ? Optional.empty() : Optional.of(over(seen));
            // A confirmation by an operator counts for the trouble it was given for: an unresponsive node, or a fault.
            case CONFIRMED ->
                trouble.isBelieved() || facts.away().isNow() == trouble.nodeIsAway()
                        ? Optional.empty()
                        : Optional.of(over(seen));
        };
    }

    private static NextStep over(Observed seen) {
        return seen.life().isLost()
                ? lost(new Reason("node_lost_it", "Its node came back without it."))
                : new NextStep.Recover();
    }

    private static Optional<Instant> givenUpAt(AllocationRecord allocation, Observed seen) {
        Duration after = seen.life().lostAfter();
        return after == null || !seen.nodeIsAway()
                ? Optional.empty()
                : Optional.of(awaySince(allocation, seen).plus(after));
    }

    /** A GPU may have failed it long before its node went away. */
    private static Instant awaySince(AllocationRecord allocation, Observed seen) {
        Instant absent = allocation.facts().away().since();
        if (absent != null && allocation.facts().away().isNow()) {
            return absent;
        }
        Instant degraded =
                Objects.requireNonNull(allocation.facts().degradation().since());
        NodeReadings.Reading node = seen.node();
        return node != null && node.since().isAfter(degraded) ? node.since() : degraded;
    }

    private static NextStep lost(Reason why) {
        return new NextStep.Release(AllocationState.FAILED, why);
    }

    private static Optional<NextStep> end(AllocationRecord allocation, Observed seen) {
        Instant end = allocation.facts().expiry().at();
        if (end == null) {
            return Optional.empty();
        }
        if (!seen.now().isBefore(end)) {
            return Optional.of(new NextStep.Release(
                    AllocationState.RELEASED, new Reason("expired", "Its time limit was reached.")));
        }
        Instant warned = allocation.facts().expiry().warnedAt();
        boolean due = WARNINGS.stream()
                .filter(before -> fits(before, allocation))
                .map(end::minus)
                .anyMatch(at -> !seen.now().isBefore(at) && (warned == null || warned.isBefore(at)));
        return due ? Optional.of(new NextStep.Warn(end)) : Optional.empty();
    }

    private static boolean fits(Duration before, AllocationRecord allocation) {
        Instant active = allocation.standing().activeAt();
        Instant end = allocation.facts().expiry().at();
        return active != null && end != null && before.compareTo(Duration.between(active, end)) < 0;
    }

    /** Warns the user after half the idle time, and releases an unprotected allocation after all of it. */
    private static Optional<NextStep> idle(AllocationRecord allocation, Observed seen) {
        Duration limit = seen.life().idleReleaseAfter();
        Instant since = seen.life().idleSince();
        Instant told = allocation.facts().idleSince();
        if (limit == null || since == null) {
            return told == null ? Optional.empty() : Optional.of(new NextStep.NoteIdle(null));
        }
        Instant snoozedUntil = allocation.facts().idleness().snoozedUntil();
        boolean isSnoozed = snoozedUntil != null && seen.now().isBefore(snoozedUntil);
        if (!seen.now().isBefore(since.plus(limit))
                && !isSnoozed
                && !allocation.wish().isProtected()) {
            return Optional.of(new NextStep.Release(
                    AllocationState.RELEASED, new Reason("idle", "Its GPUs have been idle since " + since + ".")));
        }
        boolean tell = !seen.now().isBefore(since.plus(limit.dividedBy(2)));
        if (tell) {
            return told == null ? Optional.of(new NextStep.NoteIdle(since)) : Optional.empty();
        }
        return told == null ? Optional.empty() : Optional.of(new NextStep.NoteIdle(null));
    }

    private static Optional<NextStep> keys(AllocationRecord allocation, Observed seen) {
        Keys keys = allocation.place().keys();
        if (keys.task() != null) {
            NodeTasks.Task task = seen.keysTask();
            return task != null && !task.state().ended()
                    ? Optional.empty()
                    : Optional.of(new NextStep.SettleKeys(task != null && task.state() == TaskState.SUCCEEDED));
        }
        Instant notBefore = allocation.step().notBefore();
        boolean rested = notBefore == null || !seen.now().isBefore(notBefore);
        return keys.wanted() > keys.given()
                        && rested
                        && allocation.facts().degradation().since() == null
                ? Optional.of(new NextStep.GiveKeys(seen.slots()))
                : Optional.empty();
    }

    private static Instant nextLook(AllocationRecord allocation, Observed seen) {
        Instant next = seen.now().plus(LOOK_AGAIN);
        Instant rest = allocation.step().notBefore();
        if (rest != null && rest.isAfter(seen.now())) {
            next = earlier(next, rest);
        }
        Instant snoozedUntil = allocation.facts().idleness().snoozedUntil();
        if (snoozedUntil != null && snoozedUntil.isAfter(seen.now())) {
            next = earlier(next, snoozedUntil);
        }
        Instant givenUpAt = givenUpAt(allocation, seen).orElse(next);
        next = earlier(next, givenUpAt);
        Instant end = allocation.facts().expiry().at();
        if (end == null) {
            return next;
        }
        next = earlier(next, end);
        for (Duration before : WARNINGS) {
            Instant at = end.minus(before);
            if (fits(before, allocation) && at.isAfter(seen.now())) {
                next = earlier(next, at);
            }
        }
        return next;
    }

    private static Instant earlier(Instant one, Instant other) {
        return other.isBefore(one) ? other : one;
    }
}
