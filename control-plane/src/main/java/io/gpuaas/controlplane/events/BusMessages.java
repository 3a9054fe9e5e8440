package io.gpuaas.controlplane.events;

import io.gpuaas.api.WaitingEvents;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.events.EventTypes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the table of the embedded bus. */
final class BusMessages {

    private static final int READ_MAX = 500;

    private final JdbcClient jdbc;

    BusMessages(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record Message(int partition, long position, Event event) {}

    /**
     * The messages found, and the position that each partition was read to.
     *
     * @param full there may be more
     */
    record Batch(List<Message> messages, Map<Integer, Long> reached, boolean full) {}

    /** Where each partition ends now. */
    Map<Integer, Long> ends() {
        Map<Integer, Long> ends = new HashMap<>();
        jdbc.sql("""
                SELECT p, (SELECT coalesce(max(position), 0) FROM events.bus_message WHERE partition_no = p)
                FROM generate_series(0, :partitions - 1) p""").param("partitions", Event.PARTITIONS).query(row -> {
            ends.put(row.getInt(1), row.getLong(2));
        });
        return ends;
    }

    /**
     * Messages of these types behind these positions. The transactions of one partition commit in the order of their
     * positions, so whatever lies before a visible end is visible too and can be passed over for good.
     */
    Batch after(Map<Integer, Long> positions, Collection<String> types) {
        List<Message> messages = new ArrayList<>();
        Map<Integer, Long> reached = new HashMap<>();
        Map<Integer, Integer> counts = new HashMap<>();
        jdbc.sql("""
                SELECT s.partition_no, h.head, m.position, m.event_id, m.event_type, m.aggregate, m.sequence, m.envelope
                FROM unnest(:partitions::smallint[], :positions::bigint[]) s (partition_no, position)
                CROSS JOIN LATERAL (
                    SELECT max(b.position) AS head FROM events.bus_message b
                    WHERE b.partition_no = s.partition_no AND b.position > s.position) h
                LEFT JOIN LATERAL (
                    SELECT * FROM events.bus_message b
                    WHERE b.partition_no = s.partition_no AND b.position > s.position AND b.position <= h.head
                      AND b.event_type = ANY (:types)
                    ORDER BY b.position LIMIT :limit) m ON true
                WHERE h.head IS NOT NULL ORDER BY s.partition_no, m.position""")
                .param("partitions", positions.keySet().toArray(Integer[]::new))
                .param("positions", positions.values().toArray(Long[]::new))
                .param("types", EventTypes.withFormer(types).toArray(String[]::new))
                .param("limit", READ_MAX)
                .query(row -> {
                    int partition = row.getInt(1);
                    reached.put(partition, row.getLong(2));
                    if (row.getObject(3) != null) {
                        Message message = message(row, partition);
                        messages.add(message);
                        if (counts.merge(partition, 1, Integer::sum) == READ_MAX) {
                            reached.put(partition, message.position());
                        }
                    }
                });
        return new Batch(messages, reached, counts.containsValue(READ_MAX));
    }

    /**
     * How many messages of these types lie behind these positions. Of each partition only so many are looked at: more
     * than a cursor stays behind what was passed over, so of a consumer that has caught up all are.
     */
    WaitingEvents behind(Map<Integer, Long> positions, Collection<String> types) {
        return jdbc.sql("""
                SELECT sum(found), max(looked_at), min(oldest) AS oldest
                FROM unnest(:partitions::smallint[], :positions::bigint[]) s (partition_no, position)
                CROSS JOIN LATERAL (
                    SELECT count(*) AS looked_at,
                           count(*) FILTER (WHERE event_type = ANY (:types)) AS found,
                           min(published_at) FILTER (WHERE event_type = ANY (:types)) AS oldest
                    FROM (SELECT b.event_type, b.published_at FROM events.bus_message b
                          WHERE b.partition_no = s.partition_no AND b.position > s.position
                          ORDER BY b.position LIMIT :limit) b) behind""")
                .param("partitions", positions.keySet().toArray(Integer[]::new))
                .param("positions", positions.values().toArray(Long[]::new))
                .param("types", EventTypes.withFormer(types).toArray(String[]::new))
                .param("limit", BusConsumer.PASSED_OVER_MAX + 1)
                .query((row, n) -> Backlogs.waiting(
                        row.getLong(1),
                        row.getLong(2) > BusConsumer.PASSED_OVER_MAX,
                        Columns.optionalInstant(row, "oldest")))
                .single();
    }

    private static Message message(ResultSet row, int partition) throws SQLException {
        return new Message(
                partition,
                row.getLong(3),
                new Event(
                        row.getObject(4, UUID.class),
                        row.getString(5),
                        row.getString(6),
                        row.getLong(7),
                        row.getString(8)));
    }
}
