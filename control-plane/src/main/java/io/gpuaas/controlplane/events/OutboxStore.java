package io.gpuaas.controlplane.events;

import io.gpuaas.api.WaitingEvents;
import io.gpuaas.controlplane.platform.Columns;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The relay's view of the outbox table. */
@Component
class OutboxStore {

    private final JdbcClient jdbc;

    OutboxStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record Row(long position, Event event) {}

    /** The oldest of each of these partitions, at most so many of each. */
    List<Row> read(Collection<Integer> partitions, int limit) {
        return jdbc.sql("""
                SELECT position, event_id, event_type, aggregate, sequence, envelope
                FROM events.read_outbox(:partitions::smallint[], :limit)""")
                .param("partitions", partitions.stream().sorted().toArray(Integer[]::new))
                .param("limit", limit)
                .query((row, n) -> new Row(
                        row.getLong(1),
                        new Event(
                                row.getObject(2, UUID.class),
                                row.getString(3),
                                row.getString(4),
                                row.getLong(5),
                                row.getString(6))))
                .list();
    }

    /**
     * Deletes published rows of partitions this process still holds. Does not wait for the disk: a deletion lost with
     * the machine publishes the event again, and consumers recognise it.
     *
     * @param held the partitions with their epochs
     */
    boolean delete(Map<Integer, Long> held, List<Row> rows) {
        if (rows.isEmpty()) {
            return true;
        }
        Map<Integer, String> positions = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> row.event().partition(),
                        TreeMap::new,
                        // As text: there are no arrays of arrays of different lengths.
                        Collectors.mapping(row -> String.valueOf(row.position()), Collectors.joining(",", "{", "}"))));
        int deleted = jdbc.sql("""
                SELECT coalesce(sum(events.delete_from_outbox(p.partition_no, p.epoch, p.positions::bigint[])), 0)
                FROM (SELECT set_config('synchronous_commit', 'off', true)) quick,
                    unnest(:partitions::smallint[], :epochs::bigint[], :positions::text[]) p (partition_no, epoch, positions)""")
                .param("partitions", positions.keySet().toArray(Integer[]::new))
                .param(
                        "epochs",
                        positions.keySet().stream()
                                .map(partition -> held.getOrDefault(partition, -1L))
                                .toArray(Long[]::new))
                .param("positions", positions.values().toArray(String[]::new))
                .query((row, n) -> row.getInt(1))
                .single();
        return deleted == rows.size();
    }

    /** Counts no further than the reported maximum; the first of each partition is its oldest. */
    WaitingEvents waiting() {
        return jdbc.sql("""
                SELECT count(*), min(o.appended_at) AS oldest FROM generate_series(0, :partitions - 1) p
                CROSS JOIN LATERAL (SELECT appended_at FROM events.outbox WHERE partition_no = p
                                    ORDER BY position LIMIT :limit) o""")
                .param("partitions", Event.PARTITIONS)
                .param("limit", Backlogs.COUNTED_MAX + 1)
                .query((row, n) -> Backlogs.waiting(row.getLong(1), false, Columns.optionalInstant(row, "oldest")))
                .single();
    }

    record Backlog(long depth, Duration age) {}

    Backlog backlog() {
        return jdbc.sql("SELECT count(*), coalesce(extract(epoch FROM now() - min(appended_at)), 0) FROM events.outbox")
                .query((row, n) -> new Backlog(row.getLong(1), Duration.ofMillis((long) (row.getDouble(2) * 1000))))
                .single();
    }
}
