package io.gpuaas.controlplane.allocations.reservations;

import io.gpuaas.api.CreateAllocation;
import io.gpuaas.api.Reservation;
import io.gpuaas.api.ReservationState;
import io.gpuaas.controlplane.allocations.Allocations;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.identity.Access;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ReservationId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Turns reservations into allocations when their time comes: at once, or through the queue. */
@Component
class ReservationStarts implements BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(ReservationStarts.class);
    private static final int STARTED_MAX = 100;
    private static final Duration SHORTEST = Duration.ofMinutes(1);

    private final ReservationStore store;
    private final Allocations allocations;
    private final Access access;
    private final Outbox outbox;
    private final TransactionTemplate transaction;
    private final Clock clock;

    ReservationStarts(
            ReservationStore store,
            Allocations allocations,
            Access access,
            Outbox outbox,
            TransactionTemplate transaction,
            Clock clock) {
        this.store = store;
        this.allocations = allocations;
        this.access = access;
        this.outbox = outbox;
        this.transaction = transaction;
        this.clock = clock;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(1), Role.LIFECYCLE, "allocations.reservations", this::startWhatIsDue);
    }

    void startWhatIsDue() {
        store.due(clock.instant(), STARTED_MAX).forEach(this::startAlone);
    }

    /** A failure of one does not delay the start of others; it is retried until its window is over. */
    private void startAlone(ReservationId id) {
        try {
            start(id);
        } catch (RuntimeException e) {
            // Also when a concurrent request used up the tenant's quota.
            log.atWarn().setCause(e).addKeyValue("reservation", id).log("could not start a reservation; retrying");
        }
    }

    private void start(ReservationId id) {
        try {
            transaction.executeWithoutResult(status -> store.takePlanned(id).ifPresent(this::start));
        } catch (Unstartable e) {
            in(e.due).run(() -> {
                transaction.executeWithoutResult(status -> miss(e.due, e.why));
                return e.due;
            });
        }
    }

    private static Call in(ReservationStore.Due due) {
        Reservation reservation = due.reservation();
        return Call.system("startReservation", due.correlation())
                .by(new Caller(reservation.createdBy(), Caller.Kind.SYSTEM, "a reservation"))
                .in(due.tenant(), reservation.projectId());
    }

    private void miss(ReservationStore.Due due, String why) {
        ReservationId id = due.reservation().id();
        if (store.end(id, ReservationState.MISSED, null, why)) {
            tell(due.tenant(), id);
        }
    }

    private void tell(TenantId tenant, ReservationId id) {
        outbox.append(Reservations.changed(tenant, store.find(id).orElseThrow()));
    }

    private void start(ReservationStore.Due due) {
        Reservation reservation = due.reservation();
        if (access.suspended(due.tenant())) {
            throw new Unstartable(due, "The tenant was suspended when the reservation was due to start.");
        }
        Instant now = clock.instant();
        Duration left = Duration.between(now, reservation.endsAt());
        if (left.compareTo(SHORTEST) < 0) {
            throw new Unstartable(due, "Its window ended before it could be started.");
        }
        // First, so that it does not hold back the capacity from itself.
        store.end(reservation.id(), ReservationState.FULFILLED, null, null);
        try {
            in(due).run(() -> {
                AllocationId made = allocations.createReserved(
                        new CreateAllocation(
                                reservation.sku(),
                                reservation.count(),
                                reservation.name(),
                                null,
                                null,
                                left.toSeconds(),
                                null,
                                true,
                                null),
                        reservation.endsAt());
                store.link(reservation.id(), made);
                tell(due.tenant(), reservation.id());
                return made;
            });
        } catch (ProblemException e) {
            throw new Unstartable(due, e.detail());
        }
    }

    /** Rolls back what was begun. */
    private static final class Unstartable extends RuntimeException {

        @SuppressWarnings("serial") // never serialized
        private final ReservationStore.Due due;

        private final String why;

        Unstartable(ReservationStore.Due due, String why) {
            super(why);
            this.due = due;
            this.why = why;
        }
    }
}
