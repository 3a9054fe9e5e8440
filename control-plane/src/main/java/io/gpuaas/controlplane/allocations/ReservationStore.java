package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.Reservation;
import io.gpuaas.api.ReservationState;
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
class ReservationStore {

    private final JdbcClient jdbc;

    ReservationStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Until the transaction ends, nobody else reserves of this SKU: what was counted stays true. */
    void lock(String sku) {
        jdbc.sql("SELECT pg_advisory_xact_lock(7307, hashtext(:sku))")
                .param("sku", sku)
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

    /** How many units are promised to windows that touch this one. */
    long unitsPromised(String sku, Instant from, Instant until) {
        return jdbc.sql("""
                SELECT coalesce(sum(count), 0) FROM allocations.reservation
                WHERE state = 'planned' AND sku = :sku AND starts_at < :until AND ends_at > :from""")
                .param("sku", sku)
                .param("from", Columns.time(from))
                .param("until", Columns.time(until))
                .query(Long.class)
                .single();
    }

    /** How many units held now are given back by then. */
    long unitsFreeBy(String sku, Instant time) {
        return jdbc.sql("""
                SELECT coalesce(sum(count), 0) FROM allocations.allocation
                WHERE sku = :sku AND state NOT IN ('queued', 'released', 'failed') AND expires_at <= :time""")
                .param("sku", sku)
                .param("time", Columns.time(time))
                .query(Long.class)
                .single();
    }

    record Due(TenantId tenant, Reservation reservation, CorrelationId correlation) {}

    /** One whose time has come, which nobody else starts until the transaction ends. */
    Optional<Due> takeDue(Instant now) {
        return jdbc.sql("""
                SELECT * FROM allocations.reservation WHERE state = 'planned' AND starts_at <= :now
                ORDER BY starts_at LIMIT 1 FOR UPDATE SKIP LOCKED""")
                .param("now", Columns.time(now))
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
                        .param("allocation", AllocationColumns.uuid(allocation), Types.OTHER)
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
