package io.gpuaas.controlplane.terminal.recordings;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.terminal.TerminalEnd;
import io.gpuaas.controlplane.terminal.TerminalRecord;
import io.gpuaas.controlplane.terminal.recordings.RecordingRecord.SegmentRecord;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.kernel.TerminalId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

public @Component class RecordingStore {

    private final JdbcClient jdbc;

    RecordingStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public void add(TerminalRecord of, boolean isStrict, boolean recordsInput, Instant now, Instant deleteAfter) {
        jdbc.sql("""
                INSERT INTO terminal.recording (terminal_id, tenant_id, project_id, allocation_id, node_id, principal_id,
                    is_strict, records_input, began_at, delete_after)
                VALUES (:terminal, :tenant, :project, :allocation, :node, :principal, :strict, :input, :now, :after)
                ON CONFLICT (terminal_id) DO UPDATE SET is_strict = excluded.is_strict,
                    records_input = excluded.records_input, began_at = excluded.began_at,
                    delete_after = excluded.delete_after""")
                .param("terminal", of.id().value())
                .param("tenant", of.tenant().value())
                .param("project", of.project().value())
                .param("allocation", of.allocation().value())
                .param("node", of.node().value())
                .param("principal", of.principal().value())
                .param("strict", isStrict)
                .param("input", recordsInput)
                .param("now", Columns.time(now))
                .param("after", Columns.time(deleteAfter))
                .update();
    }

    Optional<RecordingRecord> find(TerminalId terminal) {
        return jdbc.sql("SELECT * FROM terminal.recording WHERE terminal_id = :terminal")
                .param("terminal", terminal.value())
                .query(RecordingStore::read)
                .optional();
    }

    /** Which ones to list; what is null does not matter. */
    record Filter(
            ProjectId project,
            @Nullable AllocationId allocation,
            @Nullable PrincipalId principal,
            @Nullable Instant from,
            @Nullable Instant to) {}

    List<RecordingRecord> list(Filter filter, @Nullable UUID before, int limit) {
        AllocationId allocation = filter.allocation();
        PrincipalId principal = filter.principal();
        return jdbc.sql("""
                SELECT * FROM terminal.recording
                WHERE project_id = :project AND (:before::uuid IS NULL OR terminal_id < :before)
                  AND (:allocation::uuid IS NULL OR allocation_id = :allocation)
                  AND (:principal::uuid IS NULL OR principal_id = :principal)
                  AND (:from::timestamptz IS NULL OR began_at >= :from)
                  AND (:to::timestamptz IS NULL OR began_at < :to)
                ORDER BY terminal_id DESC LIMIT :limit""")
                .param("project", filter.project().value())
                .param("before", before)
                .param("allocation", allocation == null ? null : allocation.value())
                .param("principal", principal == null ? null : principal.value())
                .param("from", Columns.optionalTime(filter.from()))
                .param("to", Columns.optionalTime(filter.to()))
                .param("limit", limit)
                .query(RecordingStore::read)
                .list();
    }

    Optional<SegmentRecord> findSegment(TerminalId terminal, int number) {
        return listSegments(terminal, number - 1, 1).stream()
                .filter(found -> found.number() == number)
                .findFirst();
    }

    /** In their order, those after a number. */
    List<SegmentRecord> listSegments(TerminalId terminal, int after, int limit) {
        return jdbc.sql("""
                SELECT * FROM terminal.recording_segment WHERE terminal_id = :terminal AND number > :after
                ORDER BY number LIMIT :limit""")
                .param("terminal", terminal.value())
                .param("after", after)
                .param("limit", limit)
                .query(RecordingStore::readSegment)
                .list();
    }

    /** The facts about a recording that a segment contains. */
    record RecordingUpdate(
            int columns,
            int rows,
            @Nullable Instant endedAt,
            @Nullable Integer lastSegment,
            @Nullable String endReason) {}

    /** Once, however often it comes. */
    @Transactional
    public void keep(SegmentRecord segment, RecordingUpdate told) {
        int added = jdbc.sql("""
                INSERT INTO terminal.recording_segment (terminal_id, number, sha256, is_chained, from_millis, to_millis,
                    from_offset, to_offset, bytes, stored_at)
                VALUES (:terminal, :number, :sha256, :chained, :from, :to, :from_offset, :to_offset, :bytes, :stored)
                ON CONFLICT DO NOTHING""")
                .param("terminal", segment.terminal().value())
                .param("number", segment.number())
                .param("sha256", segment.sha256())
                .param("chained", segment.isChained())
                .param("from", segment.millis().from())
                .param("to", segment.millis().to())
                .param("from_offset", segment.offsets().from())
                .param("to_offset", segment.offsets().to())
                .param("bytes", segment.bytes())
                .param("stored", Columns.time(segment.storedAt()))
                .update();
        if (added == 1) {
            sum(segment, told);
        }
    }

    private void sum(SegmentRecord segment, RecordingUpdate told) {
        jdbc.sql("""
                UPDATE terminal.recording SET segments = segments + 1, bytes = bytes + :bytes,
                    duration_millis = greatest(duration_millis, :to),
                    columns = CASE WHEN :number = 0 THEN :columns ELSE columns END,
                    rows = CASE WHEN :number = 0 THEN :rows ELSE rows END,
                    ended_at = coalesce(ended_at, :ended),
                    last_segment = coalesce(last_segment, :last),
                    end_reason = CASE WHEN ended_at IS NULL THEN :reason ELSE end_reason END,
                    delete_after = CASE WHEN ended_at IS NULL AND :ended::timestamptz IS NOT NULL
                        THEN :stored + (delete_after - began_at) ELSE delete_after END
                WHERE terminal_id = :terminal""")
                .param("bytes", segment.bytes())
                .param("to", segment.millis().to())
                .param("number", segment.number())
                .param("columns", told.columns())
                .param("rows", told.rows())
                .param("ended", Columns.optionalTime(told.endedAt()))
                .param("last", told.lastSegment())
                .param("reason", told.endReason())
                .param("stored", Columns.time(segment.storedAt()))
                .param("terminal", segment.terminal().value())
                .update();
    }

    /**
     * The first report of the end counts; segments recorded until then may still arrive. The retention period starts
     * here.
     */
    public void end(TerminalId terminal, TerminalEnd end, Instant now) {
        jdbc.sql("""
                UPDATE terminal.recording SET ended_at = :now, end_reason = :reason,
                    delete_after = :now + (delete_after - began_at)
                WHERE terminal_id = :terminal AND ended_at IS NULL""")
                .param("now", Columns.time(now))
                .param("reason", end.reason())
                .param("terminal", terminal.value())
                .update();
    }

    /**
     * Those that ended. Of one whose end never arrived, the terminal must have been over for as long as recordings are
     * kept: until then its node may still ship some of it.
     */
    List<RecordingRecord> listDue(Instant now, int limit) {
        return jdbc.sql("""
                SELECT * FROM terminal.recording r
                WHERE delete_after < :now AND (ended_at IS NOT NULL OR NOT EXISTS (
                    SELECT 1 FROM terminal.terminal t
                    WHERE t.id = r.terminal_id
                      AND (t.ended_at IS NULL OR t.ended_at + (r.delete_after - r.began_at) > :now)))
                ORDER BY delete_after LIMIT :limit""")
                .param("now", Columns.time(now))
                .param("limit", limit)
                .query(RecordingStore::read)
                .list();
    }

    void delete(TerminalId terminal) {
        jdbc.sql("DELETE FROM terminal.recording WHERE terminal_id = :terminal")
                .param("terminal", terminal.value())
                .update();
    }

    private static RecordingRecord read(ResultSet row, int number) throws SQLException {
        return new RecordingRecord(
                new TerminalId(row.getObject("terminal_id", UUID.class)),
                new RecordingRecord.Owner(
                        new TenantId(row.getObject("tenant_id", UUID.class)),
                        new ProjectId(row.getObject("project_id", UUID.class)),
                        new AllocationId(row.getObject("allocation_id", UUID.class)),
                        new PrincipalId(row.getObject("principal_id", UUID.class))),
                new NodeId(row.getObject("node_id", UUID.class)),
                new RecordingRecord.Mode(row.getBoolean("is_strict"), row.getBoolean("records_input")),
                new RecordingRecord.Times(
                        Columns.instant(row, "began_at"),
                        Columns.optionalInstant(row, "ended_at"),
                        Columns.instant(row, "delete_after")),
                row.getString("end_reason"),
                new RecordingRecord.Window(row.getInt("columns"), row.getInt("rows")),
                new RecordingRecord.Contents(
                        row.getInt("segments"),
                        row.getLong("bytes"),
                        row.getLong("duration_millis"),
                        Columns.optionalInt(row, "last_segment")));
    }

    private static SegmentRecord readSegment(ResultSet row, int number) throws SQLException {
        return new SegmentRecord(
                new TerminalId(row.getObject("terminal_id", UUID.class)),
                row.getInt("number"),
                row.getString("sha256"),
                row.getBoolean("is_chained"),
                new RecordingRecord.Span(row.getLong("from_millis"), row.getLong("to_millis")),
                new RecordingRecord.Span(row.getLong("from_offset"), row.getLong("to_offset")),
                row.getInt("bytes"),
                Columns.instant(row, "stored_at"));
    }
}
