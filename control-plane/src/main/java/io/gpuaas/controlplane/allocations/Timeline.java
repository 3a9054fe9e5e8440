package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.allocations.AllocationRecord.Reason;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.events.AllocationChanged;
import io.gpuaas.events.AllocationChargingChanged;
import io.gpuaas.events.AllocationDegraded;
import io.gpuaas.events.AllocationMoved;
import io.gpuaas.events.AllocationProgressed;
import io.gpuaas.events.AllocationRecovered;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Writes down what happens to an allocation: one row for its history and one event for the world, together. */
@Component
class Timeline {

    private static final Reason WAITED = new Reason("waited", "Capacity became available; it can be used now.");

    /** Consumers of events know every change of a limit as this: a new kind would break them. */
    private static final Set<String> LIMIT_CHANGES = Set.of("limited", "snoozed");

    private static final String REPORTED = " Reported but not confirmed; still charged.";

    private final TimelineStore store;
    private final Outbox outbox;
    private final TimelineSignal signal;
    private final AllocationMeter meter;

    Timeline(TimelineStore store, Outbox outbox, TimelineSignal signal, AllocationMeter meter) {
        this.store = store;
        this.outbox = outbox;
        this.signal = signal;
        this.meter = meter;
    }

    void moved(AllocationRecord allocation, @Nullable AllocationState from) {
        Reason reason = hasWaited(allocation) ? WAITED : allocation.standing().reason();
        String code = reason == null ? null : reason.code();
        String message = reason == null ? null : reason.message();
        note(allocation, "moved", allocation.standing().since(), code, message);
        outbox.append(new AllocationMoved(
                allocation.id(),
                allocation.tenant(),
                allocation.project(),
                allocation.wish().sku(),
                allocation.wish().count(),
                from == null ? null : from.wire(),
                allocation.state().wire(),
                code,
                message,
                allocation.version() + 1));
        tellMeter(allocation, from);
    }

    /** A user who had to queue may have left, and is notified when the allocation is ready. */
    private boolean hasWaited(AllocationRecord allocation) {
        return allocation.state() == AllocationState.ACTIVE
                && allocation.wish().queue()
                && store.wasQueued(allocation.id());
    }

    private void tellMeter(AllocationRecord allocation, @Nullable AllocationState from) {
        AllocationMeter.Metered metered =
                metered(allocation, allocation.standing().since());
        AllocationState state = allocation.state();
        boolean releaseIsCharged = allocation.facts().releaseCharge().runs();
        if (from == null) {
            meter.requested(metered);
        }
        switch (state) {
            case ACTIVE -> meter.works(metered);
            case RELEASING -> {
                // A release that is tried again goes on as it was.
                if (from != AllocationState.RELEASE_FAILED) {
                    meter.ends(metered);
                }
            }
            case RELEASED, FAILED -> {
                // Charging stopped when the release began, unless its holder delayed it.
                if (from != AllocationState.RELEASING || releaseIsCharged) {
                    meter.ends(metered);
                }
            }
            case QUEUED, REQUESTED, PROVISIONING, RELEASE_FAILED -> {}
        }
    }

    private static AllocationMeter.Metered metered(AllocationRecord allocation, Instant at) {
        AllocationRecord.Wish wish = allocation.wish();
        return new AllocationMeter.Metered(
                allocation.id(),
                allocation.tenant(),
                allocation.project(),
                wish.sku(),
                wish.gpus(),
                wish.bought().hourlyCost(),
                wish.origin().createdBy(),
                wish.labels(),
                at);
    }

    void progressed(AllocationRecord allocation, Instant at, @Nullable Reason why) {
        note(allocation, "progressed", at, why == null ? null : why.code(), why == null ? null : why.message());
        outbox.append(new AllocationProgressed(
                allocation.id(),
                allocation.tenant(),
                allocation.project(),
                allocation.state().wire(),
                Objects.requireNonNull(allocation.step().phase()).wire(),
                allocation.step().attempt()));
    }

    /**
     * The allocation worked until {@code workedUntil}, which may be before the fault was found. A fault that only the
     * tenant reported is still charged.
     */
    void degraded(AllocationRecord allocation, Instant at, Instant workedUntil) {
        String reason = Objects.requireNonNull(allocation.facts().degradation().reason());
        boolean isReported = allocation.facts().degradation().source() == AllocationRecord.DegradationSource.REPORTED;
        note(allocation, "degraded", at, isReported ? "reported" : null, isReported ? reason + REPORTED : reason);
        outbox.append(new AllocationDegraded(
                allocation.id(), allocation.tenant(), allocation.project(), reason, at, !isReported));
        if (!isReported) {
            meter.stopsWorking(metered(allocation, workedUntil));
        }
    }

    /** Not charged since that moment, which may be long ago. */
    void faultConfirmed(AllocationRecord allocation, String message, Instant since, Instant now) {
        charging(allocation, new Charging("fault_confirmed", false, message, since), now);
        meter.stopsWorking(metered(allocation, since));
    }

    void faultDismissed(AllocationRecord allocation, String message, Instant now) {
        charging(allocation, new Charging("fault_dismissed", true, message, now), now);
    }

    void chargingRelease(AllocationRecord allocation, String message, Instant now) {
        charging(allocation, new Charging("release_charged", true, message, now), now);
        meter.works(metered(allocation, now));
    }

    void releaseNotCharged(AllocationRecord allocation, String message, Instant until, Instant now) {
        charging(allocation, new Charging("release_not_charged", false, message, until), now);
        meter.ends(metered(allocation, until));
    }

    private record Charging(String kind, boolean isCharged, String message, Instant since) {}

    private void charging(AllocationRecord allocation, Charging what, Instant now) {
        note(allocation, what.kind(), now, null, what.message());
        outbox.append(new AllocationChargingChanged(
                allocation.id(),
                allocation.tenant(),
                allocation.project(),
                what.kind(),
                what.isCharged(),
                what.since(),
                what.message()));
    }

    void recovered(AllocationRecord allocation, Instant since, Instant at) {
        note(allocation, "recovered", at, null, null);
        outbox.append(new AllocationRecovered(allocation.id(), allocation.tenant(), allocation.project(), since));
        meter.works(metered(allocation, at));
    }

    void changed(AllocationRecord allocation, String kind, @Nullable String message, Instant at) {
        note(allocation, kind, at, null, message);
        outbox.append(new AllocationChanged(
                allocation.id(),
                allocation.tenant(),
                allocation.project(),
                LIMIT_CHANGES.contains(kind) ? "extended" : kind,
                allocation.state().wire(),
                message));
    }

    private void note(
            AllocationRecord allocation, String kind, Instant at, @Nullable String code, @Nullable String message) {
        store.add(
                allocation,
                kind,
                at,
                new TimelineStore.Detail(code, message, Call.current().caller().id()));
        signal.afterCommit();
    }
}
