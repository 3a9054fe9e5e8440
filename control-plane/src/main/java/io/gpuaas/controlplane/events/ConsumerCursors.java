package io.gpuaas.controlplane.events;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** How far a consumer has read. Forward only: a process that lost its lease must not set it back. */
@Component
class ConsumerCursors {

    private final JdbcClient jdbc;

    ConsumerCursors(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** For a bus with one sequence per stream instead of partitions. */
    long position(String reader) {
        return jdbc.sql(
                        "SELECT coalesce(max(position), 0) FROM events.consumer_cursor WHERE consumer = :consumer AND partition_no = 0")
                .param("consumer", reader)
                .query(Long.class)
                .single();
    }

    void advance(String reader, long position) {
        advance(reader, 0, position);
    }

    void advance(String consumer, int partition, long position) {
        jdbc.sql("""
                INSERT INTO events.consumer_cursor AS c (consumer, partition_no, position)
                VALUES (:consumer, :partition, :position)
                ON CONFLICT (consumer, partition_no) DO UPDATE SET position = :position WHERE c.position < :position""")
                .param("consumer", consumer)
                .param("partition", partition)
                .param("position", position)
                .update();
    }
}
