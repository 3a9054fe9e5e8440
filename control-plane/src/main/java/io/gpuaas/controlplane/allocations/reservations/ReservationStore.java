package io.gpuaas.controlplane.allocations.reservations;

import io.gpuaas.api.Reservation;
import io.gpuaas.api.ReservationState;
import io.gpuaas.controlplane.allocations.Promises;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.ReservationId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class ReservationStore implements Promises {

    private final JdbcClient jdbc;

    ReservationStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Serializes reservations of this tenant until the transaction ends. Locked first: requests for GPUs never wait for
     * it.
     */
    void lockReserving(TenantId tenant) {
        jdbc.sql("SELECT pg_advisory_xact_lock(7309, hashtext(:tenant))")
                .param("tenant", tenant.toString())
                .query()
                .singleRow();
    }

    void add(TenantId tenant, Reservation reservation, CorrelationId correlation) {
        jdbc.sql("""
                INSERT INTO allocations.reservation (id, tenant_id, project_id, sku, count, name, starts_at, ends_at,
                    state, created_at, created_by, correlation_id)
                VALUES (:id, :tenant, :project, :sku, :count, :name, :starts, :ends, 'planned', :at, :by, :correlation)""")
                .param("id", reservation.id().value())
                .param("tenant", tenant.value())
                .param("project", reservation.projectId().value())
                .param("sku", reservation.sku())
                .param("count", reservation.count())
                .param("name", reservation.name())
                .param("starts", Columns.time(reservation.startsAt()))
                .param("ends", Columns.time(reservation.endsAt()))
                .param("at", Columns.time(reservation.createdAt()))
                .param("by", reservation.createdBy())
                .param("correlation", correlation.value())
                .update();
    }

    Optional<Reservation> find(ReservationId id) {
        return jdbc.sql("SELECT * FROM allocations.reservation WHERE id = :id")
                .param("id", id.value())
                .query(ReservationStore::reservation)
                .optional();
    }

    List<Reservation> list(ProjectId project, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM allocations.reservation
                WHERE project_id = :project AND (:before::uuid IS NULL OR id < :before) ORDER BY id DESC LIMIT :limit""")
                .param("project", project.value())
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(ReservationStore::reservation)
                .list();
    }

    long countPlanned(ProjectId project) {
        return jdbc.sql(
                        "SELECT count(*) FROM allocations.reservation WHERE project_id = :project AND state = 'planned'")
                .param("project", project.value())
                .query(Long.class)
                .single();
    }

    @Override
    public List<Promise> list(Instant from, Instant until) {
        return jdbc.sql("""
                SELECT id, tenant_id, project_id, sku, count, starts_at, ends_at FROM allocations.reservation
                WHERE state = 'planned' AND starts_at < :until AND ends_at > :from ORDER BY starts_at, id""")
                .param("from", Columns.time(from))
                .param("until", Columns.time(until))
                .query((row, n) -> new Promise(
                        new ReservationId(row.getObject("id", UUID.class)),
                        new TenantId(row.getObject("tenant_id", UUID.class)),
                        new ProjectId(row.getObject("project_id", UUID.class)),
                        row.getString("sku"),
                        row.getInt("count"),
                        Columns.instant(row, "starts_at"),
                        Columns.instant(row, "ends_at")))
                .list();
    }

    /** Those whose time has come, the first ones first. */
    List<ReservationId> due(Instant now, int limit) {
        return jdbc.sql("""
                SELECT id FROM allocations.reservation WHERE state = 'planned' AND starts_at <= :now
                ORDER BY starts_at LIMIT :limit""")
                .param("now", Columns.time(now))
                .param("limit", limit)
                .query((row, n) -> new ReservationId(row.getObject("id", UUID.class)))
                .list();
    }

    record Due(TenantId tenant, Reservation reservation, CorrelationId correlation) {}

    /** Locks the reservation until the transaction ends; empty when it is locked, started or canceled. */
    Optional<Due> takePlanned(ReservationId id) {
        return jdbc.sql("""
                SELECT * FROM allocations.reservation WHERE id = :id AND state = 'planned' FOR UPDATE SKIP LOCKED""")
                .param("id", id.value())
                .query((row, n) -> new Due(
                        new TenantId(row.getObject("tenant_id", UUID.class)),
                        reservation(row, n),
                        new CorrelationId(row.getString("correlation_id"))))
                .optional();
    }

    /** False when it was not planned any more. */
    boolean end(ReservationId id, ReservationState state, @Nullable AllocationId allocation, @Nullable String message) {
        return jdbc.sql("""
                UPDATE allocations.reservation SET state = :state, allocation_id = :allocation, message = :message
                WHERE id = :id AND state = 'planned'""")
                        .param("id", id.value())
                        .param("state", state.wire())
                        .param("allocation", allocation == null ? null : allocation.value(), Types.OTHER)
                        .param("message", message)
                        .update()
                == 1;
    }

    void link(ReservationId id, AllocationId allocation) {
        jdbc.sql("UPDATE allocations.reservation SET allocation_id = :allocation WHERE id = :id")
                .param("id", id.value())
                .param("allocation", allocation.value())
                .update();
    }

    private static Reservation reservation(ResultSet row, int number) throws SQLException {
        UUID allocation = row.getObject("allocation_id", UUID.class);
        return new Reservation(
                new ReservationId(row.getObject("id", UUID.class)),
                new ProjectId(row.getObject("project_id", UUID.class)),
                row.getString("sku"),
                row.getInt("count"),
                row.getString("name"),
                Columns.instant(row, "starts_at"),
                Columns.instant(row, "ends_at"),
                ReservationState.fromWire(row.getString("state")),
                row.getString("message"),
                allocation == null ? null : new AllocationId(allocation),
                Columns.instant(row, "created_at"),
                row.getString("created_by"));
    }
}
