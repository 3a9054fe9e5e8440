package io.gpuaas.controlplane.allocations.reservations;

import io.gpuaas.api.CreateReservation;
import io.gpuaas.api.Reservation;
import io.gpuaas.api.ReservationState;
import io.gpuaas.controlplane.allocations.AllocationMeter;
import io.gpuaas.controlplane.allocations.PromisedCapacity;
import io.gpuaas.controlplane.allocations.Quotas;
import io.gpuaas.controlplane.allocations.Rebuilding;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.events.ReservationChanged;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.ReservationId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Reserves capacity for a future window. Until then it is held back from requests that would still hold it at the
 * start; then it becomes an allocation that ends with the window.
 */
@Component
class Reservations {

    private static final Duration AHEAD_MAX = Duration.ofDays(365);
    private static final Duration WINDOW_MAX = Duration.ofDays(90);
    private static final int PLANNED_PER_PROJECT_MAX = 100;

    private final ReservationStore store;
    private final PromisedCapacity promisedCapacity;
    private final Rebuilding rebuilding;
    private final Offerings offerings;
    private final Quotas quotas;
    private final AllocationMeter meter;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;

    Reservations(
            ReservationStore store,
            PromisedCapacity promisedCapacity,
            Rebuilding rebuilding,
            Offerings offerings,
            Quotas quotas,
            AllocationMeter meter,
            Outbox outbox,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.promisedCapacity = promisedCapacity;
        this.rebuilding = rebuilding;
        this.offerings = offerings;
        this.quotas = quotas;
        this.meter = meter;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
    }

    Reservation create(CreateReservation command) {
        Call call = Call.current();
        TenantId tenant = Objects.requireNonNull(call.tenantId());
        ProjectId project = Objects.requireNonNull(call.projectId());
        Instant now = clock.instant();
        Instant starts = command.startsAt().truncatedTo(ChronoUnit.MICROS);
        Instant ends = command.endsAt().truncatedTo(ChronoUnit.MICROS);
        requireWindow(now, starts, ends);
        Sku sku = offerings.requireVisible(tenant, command.sku());
        offerings.requireCount(sku, command.count());
        rebuilding.require(sku);
        int gpus = sku.gpus(command.count());
        quotas.requireSize(tenant, project, gpus);
        store.lockReserving(tenant);
        quotas.requireReservable(
                tenant,
                promisedCapacity.reserved(tenant, starts, ends),
                new Quotas.Reserved(project, gpus, starts, ends));
        meter.requirePayable(tenant, hourlyCost(tenant, sku, command.count(), starts));
        promisedCapacity.requireRoom(sku, command.count(), starts, ends);
        if (store.countPlanned(project) >= PLANNED_PER_PROJECT_MAX) {
            throw ProblemException.of(
                    ErrorCode.TOO_MANY,
                    "A project can have at most " + PLANNED_PER_PROJECT_MAX + " planned reservations at a time.");
        }
        String name = command.name();
        Reservation reservation = new Reservation(
                new ReservationId(ids.next()),
                project,
                sku.name(),
                command.count(),
                name == null ? sku.name() : name.strip(),
                starts,
                ends,
                ReservationState.PLANNED,
                null,
                null,
                now,
                call.caller().id());
        store.add(tenant, reservation, call.correlationId());
        outbox.append(changed(tenant, reservation));
        return reservation;
    }

    /** By the price that will hold then, as far as it is known. */
    private @Nullable Money hourlyCost(TenantId tenant, Sku sku, int count, Instant starts) {
        return offerings
                .findPrice(sku.name(), tenant, starts)
                .map(price -> price.hourly(sku, count))
                .orElse(null);
    }

    private static void requireWindow(Instant now, Instant starts, Instant ends) {
        if (!starts.isAfter(now) || starts.isAfter(now.plus(AHEAD_MAX))) {
            throw ProblemException.invalid("/starts_at", "must be in the future, at most one year ahead");
        }
        if (!ends.isAfter(starts.plus(Duration.ofMinutes(1))) || ends.isAfter(starts.plus(WINDOW_MAX))) {
            throw ProblemException.invalid("/ends_at", "must be one minute to 90 days after the start");
        }
    }

    Reservation require(ProjectId project, ReservationId id) {
        return store.find(id)
                .filter(found -> found.projectId().equals(project))
                .orElseThrow(() -> ProblemException.notFound("reservation"));
    }

    Reservation cancel(ProjectId project, ReservationId id) {
        require(project, id);
        if (!store.end(id, ReservationState.CANCELED, null, null)) {
            throw ProblemException.of(
                    ErrorCode.ALLOCATION_STATE_CONFLICT,
                    "The reservation is " + require(project, id).state().wire() + " and cannot be canceled.");
        }
        Reservation canceled = require(project, id);
        outbox.append(changed(Objects.requireNonNull(Call.current().tenantId()), canceled));
        return canceled;
    }

    static ReservationChanged changed(TenantId tenant, Reservation reservation) {
        return new ReservationChanged(
                reservation.id(),
                tenant,
                reservation.projectId(),
                reservation.sku(),
                reservation.count(),
                reservation.startsAt(),
                reservation.endsAt(),
                reservation.state().wire(),
                reservation.allocationId(),
                reservation.message());
    }
}
