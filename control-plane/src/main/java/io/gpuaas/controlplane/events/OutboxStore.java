package io.gpuaas.controlplane.events;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
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

    /** @param stuck whether events of it could not be published before */
    record Work(int partition, boolean stuck) {}

    /** Which of these partitions have something to publish or something due to be tried again. */
    List<Work> withWork(Collection<Integer> partitions) {
        return jdbc.sql("""
                SELECT p, EXISTS (SELECT 1 FROM events.dead_letter d WHERE d.stage = 'publish' AND d.partition_no = p)
                FROM unnest(:partitions::smallint[]) p
                WHERE EXISTS (SELECT 1 FROM events.outbox o WHERE o.partition_no = p)
                   OR EXISTS (SELECT 1 FROM events.dead_letter d
                              WHERE d.stage = 'publish' AND d.partition_no = p AND d.next_attempt_at <= now())""")
                .param("partitions", partitions.toArray(Integer[]::new))
                .query((row, n) -> new Work(row.getInt(1), row.getBoolean(2)))
                .list();
    }

    List<Row> read(int partition, int limit) {
        return jdbc.sql("""
                SELECT position, event_id, event_type, aggregate, sequence, envelope
                FROM events.outbox WHERE partition_no = :partition ORDER BY position LIMIT :limit""")
                .param("partition", partition)
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
     * Deletes what was moved on, if this process still holds the partition. Nobody waits for the disk: what is lost
     * with the machine is published again, and consumers know it.
     */
    boolean delete(int partition, long epoch, List<Row> rows) {
        if (rows.isEmpty()) {
            return true;
        }
        int deleted = jdbc.sql("""
                DELETE FROM events.outbox o USING (SELECT set_config('synchronous_commit', 'off', true)) quick
                WHERE o.partition_no = :partition AND o.position = ANY (:positions)
                  AND EXISTS (SELECT 1 FROM events.partition_lease l
                              WHERE l.worker = 'relay' AND l.partition_no = :partition AND l.epoch = :epoch)""")
                .param("partition", partition)
                .param("epoch", epoch)
                .param("positions", rows.stream().map(Row::position).toArray(Long[]::new))
                .update();
        return deleted == rows.size();
    }

    record Backlog(long depth, Duration age) {}

    Backlog backlog() {
        return jdbc.sql("SELECT count(*), coalesce(extract(epoch FROM now() - min(appended_at)), 0) FROM events.outbox")
                .query((row, n) -> new Backlog(row.getLong(1), Duration.ofMillis((long) (row.getDouble(2) * 1000))))
                .single();
    }
}
