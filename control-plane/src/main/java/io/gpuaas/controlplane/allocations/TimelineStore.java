package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationEvent;
import io.gpuaas.api.AllocationPhase;
import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.LateWrites;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The history of allocations, by allocation and by project. */
@Component
class TimelineStore {

    private static final String ADD = """
            INSERT INTO allocations.timeline
                (allocation_id, sequence, project_id, at, kind, state, phase, code, message, caused_by)
            SELECT :id, coalesce(max(sequence), 0) + 1, :project, :at, :kind, :state, :phase, :code, :message, :by
            FROM allocations.timeline WHERE allocation_id = :id""";

    private final JdbcClient jdbc;
    private final LateWrites writes;

    TimelineStore(JdbcClient jdbc, LateWrites writes) {
        this.jdbc = jdbc;
        this.writes = writes;
    }

    record Detail(@Nullable String code, @Nullable String message, String by) {}

    /** The caller has locked the allocation's row, so the next number is unique. */
    void add(AllocationRecord allocation, String kind, Instant at, Detail detail) {
        AllocationPhase phase = allocation.step().phase();
        writes.add(
                ADD,
                new MapSqlParameterSource("id", allocation.id().value())
                        .addValue("project", allocation.project().value())
                        .addValue("at", Columns.time(at))
                        .addValue("kind", kind)
                        .addValue("state", allocation.state().wire())
                        .addValue("phase", phase == null ? null : phase.wire(), Types.VARCHAR)
                        .addValue("code", detail.code(), Types.VARCHAR)
                        .addValue("message", detail.message(), Types.VARCHAR)
                        .addValue("by", detail.by()));
    }

    boolean wasQueued(AllocationId id) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM allocations.timeline WHERE allocation_id = :id AND state = 'queued')""").param("id", id.value()).query(Boolean.class).single();
    }

    boolean degradedSince(AllocationId id, Instant time) {
        return jdbc.sql("""
                SELECT EXISTS (
                    SELECT 1 FROM allocations.timeline WHERE allocation_id = :id AND kind = 'degraded' AND at >= :time)""")
                .param("id", id.value())
                .param("time", Columns.time(time))
                .query(Boolean.class)
                .single();
    }

    List<AllocationEvent> list(AllocationId id, long after, int limit) {
        return jdbc.sql("""
                SELECT * FROM allocations.timeline WHERE allocation_id = :id AND sequence > :after
                ORDER BY sequence LIMIT :limit""")
                .param("id", id.value())
                .param("after", after)
                .param("limit", limit)
                .query((row, n) -> event(row))
                .list();
    }

    /** A place in a project's feed. A reader that has seen it has seen everything before it. */
    record Position(long transaction, long number) {

        Position {
            if (transaction < 0 || number < 0) {
                throw new IllegalArgumentException("no position is below zero");
            }
        }

        static Position parse(String text) {
            int dot = text.indexOf('.');
            return new Position(Long.parseLong(text.substring(0, dot)), Long.parseLong(text.substring(dot + 1)));
        }

        @Override
        public String toString() {
            return transaction + "." + number;
        }
    }

    record Fed(Position position, AllocationEvent event) {}

    /** Where the feed ends now. */
    Position end() {
        return new Position(horizon() - 1, Long.MAX_VALUE);
    }

    /** The oldest transaction that still runs: below it nothing can appear any more. */
    long horizon() {
        return jdbc.sql("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
                .query(Long.class)
                .single();
    }

    /** A project for each row. */
    record News(long horizon, List<ProjectId> projects) {}

    /**
     * Projects with rows between a former horizon and the current one; the oldest rows when there are more than the
     * limit.
     */
    News news(long from, int rowsMax) {
        return jdbc.sql("""
                WITH horizon AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS transaction)
                SELECT transaction::text::bigint AS horizon, array(
                    SELECT project_id FROM allocations.timeline
                    WHERE written_in >= :from::text::xid8 AND written_in < transaction
                    ORDER BY written_in LIMIT :max) AS projects
                FROM horizon""")
                .param("from", Long.toString(from))
                .param("max", rowsMax)
                .query((row, n) -> new News(row.getLong("horizon"), projects(row)))
                .single();
    }

    private static List<ProjectId> projects(ResultSet row) throws SQLException {
        UUID[] ids = (UUID[]) row.getArray("projects").getArray();
        return Arrays.stream(ids).map(ProjectId::new).toList();
    }

    /** Only rows of transactions below which nothing can appear any more: a position never passes one. */
    List<Fed> feed(ProjectId project, Position after, int limit) {
        return jdbc.sql("""
                SELECT *, written_in::text::bigint AS transaction FROM allocations.timeline
                WHERE project_id = :project AND (written_in, position) > (:transaction::text::xid8, :number)
                  AND written_in < pg_snapshot_xmin(pg_current_snapshot())
                ORDER BY written_in, position LIMIT :limit""")
                .param("project", project.value())
                .param("transaction", Long.toString(after.transaction()))
                .param("number", after.number())
                .param("limit", limit)
                .query((row, n) ->
                        new Fed(new Position(row.getLong("transaction"), row.getLong("position")), event(row)))
                .list();
    }

    private static AllocationEvent event(ResultSet row) throws SQLException {
        String phase = row.getString("phase");
        return new AllocationEvent(
                new AllocationId(row.getObject("allocation_id", UUID.class)),
                row.getLong("sequence"),
                Columns.instant(row, "at"),
                row.getString("kind"),
                AllocationState.fromWire(row.getString("state")),
                phase == null ? null : AllocationPhase.fromWire(phase),
                row.getString("code"),
                row.getString("message"),
                row.getString("caused_by"));
    }
}
