package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationPhase;
import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.offerings.Isolation;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An allocation as the database has it, in the parts that change together. */
record AllocationRecord(
        AllocationId id,
        TenantId tenant,
        ProjectId project,
        long version,
        Wish wish,
        Standing standing,
        Step step,
        Place place,
        Facts facts) {

    /** The request. Name, labels, limits and protection may change later. */
    record Wish(
            Bought bought,
            String name,
            Map<String, String> labels,
            @Nullable String image,
            Limits limits,
            boolean queue,
            boolean isProtected,
            Origin origin) {

        Wish {
            labels = Map.copyOf(labels);
        }

        String sku() {
            return bought.sku();
        }

        int count() {
            return bought.count();
        }

        int gpus() {
            return bought.gpus();
        }

        @Nullable Duration maxDuration() {
            return limits.maxDuration();
        }

        Wish named(String newName, Map<String, String> newLabels) {
            return new Wish(bought, newName, newLabels, image, limits, queue, isProtected, origin);
        }

        Wish limited(Limits changed) {
            return new Wish(bought, name, labels, image, changed, queue, isProtected, origin);
        }

        Wish guarded(boolean guarded) {
            return new Wish(bought, name, labels, image, limits, queue, guarded, origin);
        }
    }

    /** How long it may be active, and how long its GPUs may do nothing. Null: without limit. */
    record Limits(@Nullable Duration maxDuration, @Nullable Duration idleRelease) {

        static final Limits NONE = new Limits(null, null);

        Limits lasting(@Nullable Duration changed) {
            return new Limits(changed, idleRelease);
        }

        Limits idling(@Nullable Duration changed) {
            return new Limits(maxDuration, changed);
        }
    }

    /** The SKU, how many of it, and its terms at the time of the request. */
    record Bought(
            String sku,
            int count,
            int gpus,
            Isolation isolation,
            Machine machine,
            @Nullable Money hourlyCost) {}

    /** The request that the allocation comes from. */
    record Origin(Instant createdAt, String createdBy, CorrelationId correlation) {}

    /**
     * The kind of machine, as the SKU defined it at the purchase. The image is the SKU's first unless the request named
     * one.
     */
    record Machine(
            Shape shape,
            int vcpus,
            long memoryBytes,
            @Nullable String image) {}

    /** Why something ended or could not be done: a code for programs, a sentence for people. */
    record Reason(String code, String message) {}

    /** The state, and where releasing leads to. Only {@link AllocationStateMachine} changes the state itself. */
    record Standing(
            AllocationState state,
            Instant since,
            @Nullable Instant activeAt,
            @Nullable Instant endedAt,
            @Nullable AllocationState outcome,
            @Nullable Reason reason) {

        Standing leadingTo(AllocationState end, @Nullable Reason why) {
            return new Standing(state, since, activeAt, endedAt, end, why);
        }

        Standing because(@Nullable Reason why) {
            return new Standing(state, since, activeAt, endedAt, outcome, why);
        }
    }

    /** The phase in hand and the node task it waits for. */
    record Step(
            @Nullable AllocationPhase phase,
            @Nullable Instant since,
            int attempt,
            @Nullable Instant notBefore,
            @Nullable TaskId task,
            @Nullable Instant stuckSince) {

        static final Step NONE = new Step(null, null, 0, null, null, null);

        static Step begin(AllocationPhase phase, Instant now) {
            return new Step(phase, now, 1, null, null, null);
        }

        Step again(Instant notBefore) {
            return new Step(phase, since, attempt + 1, notBefore, null, stuckSince);
        }

        Step waitingFor(TaskId made) {
            return new Step(phase, since, attempt, null, made, stuckSince);
        }

        Step stuck(Instant now) {
            return new Step(phase, since, attempt, notBefore, task, now);
        }
    }

    /** Where it is and how its people sign in. */
    record Place(@Nullable NodeId node, String username, int uid, boolean granted, Reach reach, Keys keys) {

        Place on(NodeId where) {
            return new Place(where, username, uid, granted, reach, keys);
        }

        Place asGranted() {
            return new Place(node, username, uid, true, reach, keys);
        }

        Place with(Reach told) {
            return new Place(node, username, uid, granted, told, keys);
        }

        Place with(Keys changed) {
            return new Place(node, username, uid, granted, reach, changed);
        }
    }

    /** How to reach the allocation, as the node reported it: address of a slice, SSH host keys, GPU instance. */
    record Reach(
            @Nullable String address,
            @Nullable Integer sshPort,
            List<String> hostKeys,
            @Nullable String migUuid) {

        static final Reach UNKNOWN = new Reach(null, null, List.of(), null);

        Reach {
            hostKeys = List.copyOf(hostKeys);
        }
    }

    /** How often the SSH keys changed, and which of those changes the node knows. */
    record Keys(long wanted, long given, @Nullable TaskId task) {

        static final Keys NONE = new Keys(0, 0, null);
    }

    /** The source of the report that the allocation does not work. */
    enum DegradationSource {
        /** A tenant's: a guest's, or of the agent of a host where a tenant is root. It is charged on. */
        REPORTED,
        /** The platform's own. */
        SEEN,
        /** Confirmed by an operator or by monitoring outside the host. */
        CONFIRMED;

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How long its node was away the last time; no end while it is. */
    record Away(@Nullable Instant since, @Nullable Instant until) {

        static final Away NEVER = new Away(null, null);

        boolean isNow() {
            return since != null && until == null;
        }

        /**
         * The node is away again. Earlier absence counts too, less the time it was back: a node that returns for a
         * minute does not restart the time.
         */
        Away again(Instant start) {
            if (since == null) {
                return new Away(start, null);
            }
            if (until == null) {
                return this;
            }
            Duration left = Duration.between(since, until).minus(Duration.between(until, start));
            return new Away(left.isNegative() ? start : start.minus(left), null);
        }

        Away back(Instant now) {
            return isNow() ? new Away(since, now) : this;
        }
    }

    /** The time since which the holder pays for a stuck release, unless that was waived. */
    record ReleaseCharge(@Nullable Instant since, boolean waived) {

        static final ReleaseCharge NONE = new ReleaseCharge(null, false);

        boolean runs() {
            return since != null;
        }
    }

    /** Since when the allocation does not work, and which source said so. */
    record Degradation(@Nullable Instant since, @Nullable String reason, DegradationSource source) {

        static final Degradation NONE = new Degradation(null, null, DegradationSource.SEEN);
    }

    /** When the allocation is released by itself, and when its holder was warned of that. */
    record Expiry(@Nullable Instant at, @Nullable Instant warnedAt) {

        static final Expiry NEVER = new Expiry(null, null);
    }

    /** Since when its GPUs do nothing, and until when the holder has postponed its release because of that. */
    record Idleness(@Nullable Instant since, @Nullable Instant snoozedUntil) {

        static final Idleness NONE = new Idleness(null, null);
    }

    /** Facts about the allocation beside its state. */
    record Facts(
            Degradation degradation,
            boolean faultReported,
            Away away,
            boolean root,
            ReleaseCharge releaseCharge,
            Expiry expiry,
            Idleness idleness,
            int forced) {

        static final Facts NONE = new Facts(
                Degradation.NONE, false, Away.NEVER, false, ReleaseCharge.NONE, Expiry.NEVER, Idleness.NONE, 0);

        /** A GPU that a tenant reported is checked before it is leased again. */
        Facts degraded(Instant since, String reason, DegradationSource source, boolean nodeIsAway) {
            return with(
                    new Degradation(since, reason, source),
                    faultReported || (source == DegradationSource.REPORTED && !nodeIsAway),
                    nodeIsAway ? away.again(since) : away);
        }

        Facts confirmed() {
            return with(
                    new Degradation(degradation.since(), degradation.reason(), DegradationSource.CONFIRMED),
                    faultReported,
                    away);
        }

        Facts well(Instant now) {
            return with(Degradation.NONE, faultReported, away.back(now));
        }

        /** The holder's report has been decided. */
        Facts checked() {
            return with(degradation, false, away);
        }

        private Facts with(Degradation trouble, boolean reported, Away absence) {
            return new Facts(trouble, reported, absence, root, releaseCharge, expiry, idleness, forced);
        }

        Facts charging(ReleaseCharge charge) {
            return new Facts(degradation, faultReported, away, root, charge, expiry, idleness, forced);
        }

        Facts rooted() {
            return new Facts(degradation, faultReported, away, true, releaseCharge, expiry, idleness, forced);
        }

        Facts expiring(@Nullable Instant at) {
            return with(new Expiry(at, null));
        }

        Facts warned(Instant at) {
            return with(new Expiry(expiry.at(), at));
        }

        private Facts with(Expiry end) {
            return new Facts(degradation, faultReported, away, root, releaseCharge, end, idleness, forced);
        }

        @Nullable Instant idleSince() {
            return idleness.since();
        }

        /** Ends a snooze with the idleness that it was for. */
        Facts idle(@Nullable Instant since) {
            return with(since == null ? Idleness.NONE : new Idleness(since, idleness.snoozedUntil()));
        }

        Facts snoozed(Instant until) {
            return with(new Idleness(idleness.since(), until));
        }

        private Facts with(Idleness changed) {
            return new Facts(degradation, faultReported, away, root, releaseCharge, expiry, changed, forced);
        }

        Facts forcedOnceMore() {
            return new Facts(degradation, faultReported, away, root, releaseCharge, expiry, idleness, forced + 1);
        }
    }

    /** As it stands in the database after it was saved. */
    AllocationRecord saved() {
        return new AllocationRecord(id, tenant, project, version + 1, wish, standing, step, place, facts);
    }

    AllocationState state() {
        return standing.state();
    }

    AllocationRecord with(Wish changed) {
        return new AllocationRecord(id, tenant, project, version, changed, standing, step, place, facts);
    }

    AllocationRecord with(Standing changed) {
        return new AllocationRecord(id, tenant, project, version, wish, changed, step, place, facts);
    }

    AllocationRecord with(Step changed) {
        return new AllocationRecord(id, tenant, project, version, wish, standing, changed, place, facts);
    }

    AllocationRecord with(Place changed) {
        return new AllocationRecord(id, tenant, project, version, wish, standing, step, changed, facts);
    }

    AllocationRecord with(Facts changed) {
        return new AllocationRecord(id, tenant, project, version, wish, standing, step, place, changed);
    }
}
