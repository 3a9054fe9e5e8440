package io.gpuaas.controlplane.events;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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
                SELECT o.position, o.event_id, o.event_type, o.aggregate, o.sequence, o.envelope
                FROM unnest(:partitions::smallint[]) p CROSS JOIN LATERAL (
                    SELECT * FROM events.outbox WHERE partition_no = p ORDER BY position LIMIT :limit) o
                ORDER BY o.partition_no, o.position""")
                .param("partitions", partitions.toArray(Integer[]::new))
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
     * Deletes what was moved on, of partitions this process still holds. Nobody waits for the disk: what is lost with
     * the machine is published again, and consumers know it.
     *
     * @param held the partitions with their epochs
     */
    boolean delete(Map<Integer, Long> held, List<Row> rows) {
        if (rows.isEmpty()) {
            return true;
        }
        Map<Integer, List<Row>> partitions =
                rows.stream().collect(Collectors.groupingBy(row -> row.event().partition()));
        int deleted = partitions.size() == 1
                ? deleteOfOne(rows.getFirst().event().partition(), held, rows)
                : deleteOfMany(held, rows);
        return deleted == rows.size();
    }

    /** Whole batches of a partition, with its epoch looked at once and not for each row. */
    private int deleteOfOne(int partition, Map<Integer, Long> held, List<Row> rows) {
        return jdbc.sql("""
                DELETE FROM events.outbox o USING (SELECT set_config('synchronous_commit', 'off', true)) quick
                WHERE o.partition_no = :partition AND o.position = ANY (:positions)
                  AND EXISTS (SELECT 1 FROM events.partition_lease l
                              WHERE l.worker = 'relay' AND l.partition_no = :partition AND l.epoch = :epoch)""")
                .param("partition", partition)
                .param("epoch", held.getOrDefault(partition, -1L))
                .param("positions", rows.stream().map(Row::position).toArray(Long[]::new))
                .update();
    }

    private int deleteOfMany(Map<Integer, Long> held, List<Row> rows) {
        return jdbc.sql("""
                DELETE FROM events.outbox o
                USING (SELECT set_config('synchronous_commit', 'off', true)) quick,
                    unnest(:partitions::smallint[], :epochs::bigint[], :positions::bigint[]) r (partition_no, epoch, position)
                WHERE o.partition_no = r.partition_no AND o.position = r.position
                  AND EXISTS (SELECT 1 FROM events.partition_lease l
                              WHERE l.worker = 'relay' AND l.partition_no = r.partition_no AND l.epoch = r.epoch)""")
                .param(
                        "partitions",
                        rows.stream().map(row -> row.event().partition()).toArray(Integer[]::new))
                .param(
                        "epochs",
                        rows.stream()
                                .map(row -> held.getOrDefault(row.event().partition(), -1L))
                                .toArray(Long[]::new))
                .param("positions", rows.stream().map(Row::position).toArray(Long[]::new))
                .update();
    }

    record Backlog(long depth, Duration age) {}

    Backlog backlog() {
        return jdbc.sql("SELECT count(*), coalesce(extract(epoch FROM now() - min(appended_at)), 0) FROM events.outbox")
                .query((row, n) -> new Backlog(row.getLong(1), Duration.ofMillis((long) (row.getDouble(2) * 1000))))
                .single();
    }
}
