package io.gpuaas.controlplane.events;

import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Stores how far a consumer has read. Forward only: a process that lost its lease must not set it back. */
@Component
class ConsumerCursors {

    private final JdbcClient jdbc;

    ConsumerCursors(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** For a bus with one sequence per stream instead of partitions. */
    long position(String reader) {
        return positions(reader, 1).getOrDefault(0, 0L);
    }

    /** Of every partition; of one that was never read it is 0. */
    Map<Integer, Long> positions(String consumer, int partitions) {
        Map<Integer, Long> positions = new HashMap<>();
        jdbc.sql("""
                SELECT n, coalesce(c.position, 0) FROM generate_series(0, :partitions - 1) n
                LEFT JOIN events.consumer_cursor c ON c.consumer = :consumer AND c.partition_no = n""")
                .param("consumer", consumer)
                .param("partitions", partitions)
                .query(row -> {
                    positions.put(row.getInt(1), row.getLong(2));
                });
        return positions;
    }

    void advance(String reader, long position) {
        advance(reader, Map.of(0, position));
    }

    /** Does not wait for the disk: a cursor lost with the machine only repeats events. */
    void advance(String consumer, Map<Integer, Long> positions) {
        jdbc.sql("""
                INSERT INTO events.consumer_cursor AS c (consumer, partition_no, position)
                SELECT :consumer, u.partition_no, u.position
                FROM (SELECT set_config('synchronous_commit', 'off', true)) quick,
                    unnest(:partitions::smallint[], :positions::bigint[]) u (partition_no, position)
                ORDER BY u.partition_no
                ON CONFLICT (consumer, partition_no) DO UPDATE SET position = excluded.position
                WHERE c.position < excluded.position""")
                .param("consumer", consumer)
                .param("partitions", positions.keySet().toArray(Integer[]::new))
                .param("positions", positions.values().toArray(Long[]::new))
                .update();
    }
}
