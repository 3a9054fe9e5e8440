package io.gpuaas.controlplane.events;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Shares the partitions of one kind of work among processes. Uses only the database's clock, so clocks need not agree;
 * the epoch shows a former owner that it has lost the partition.
 */
class PartitionLeases {

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final String worker;
    private final String owner;
    private final int partitions;
    private final Duration duration;

    PartitionLeases(
            JdbcClient jdbc,
            TransactionTemplate transaction,
            String worker,
            String owner,
            int partitions,
            Duration duration) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.worker = worker;
        this.owner = owner;
        this.partitions = partitions;
        this.duration = duration;
    }

    /** Renews what this process holds, takes its fair share, gives back what is beyond it. */
    Map<Integer, Long> renew() {
        return java.util.Objects.requireNonNull(transaction.execute(status -> {
            createMissing();
            int share = fairShare();
            Map<Integer, Long> held = renewHeld();
            if (held.size() > share) {
                releaseBeyond(share, held);
            } else if (held.size() < share) {
                held.putAll(take(share - held.size()));
            }
            return held;
        }));
    }

    /** Gives everything back, so that another process need not wait for the leases to expire. */
    void releaseAll() {
        transaction.executeWithoutResult(status -> {
            jdbc.sql(
                            "UPDATE events.partition_lease SET owner = NULL, expires_at = '-infinity' WHERE worker = :worker AND owner = :owner")
                    .param("worker", worker)
                    .param("owner", owner)
                    .update();
            jdbc.sql("DELETE FROM events.worker_member WHERE worker = :worker AND owner = :owner")
                    .param("worker", worker)
                    .param("owner", owner)
                    .update();
        });
    }

    private void createMissing() {
        jdbc.sql("""
                INSERT INTO events.partition_lease (worker, partition_no)
                SELECT :worker, n FROM generate_series(0, :partitions - 1) n
                WHERE (SELECT count(*) FROM events.partition_lease WHERE worker = :worker) < :partitions
                ON CONFLICT DO NOTHING""").param("worker", worker).param("partitions", partitions).update();
    }

    private int fairShare() {
        jdbc.sql("""
                INSERT INTO events.worker_member (worker, owner, seen_at) VALUES (:worker, :owner, now())
                ON CONFLICT (worker, owner) DO UPDATE SET seen_at = now()""").param("worker", worker).param("owner", owner).update();
        jdbc.sql(
                        "DELETE FROM events.worker_member WHERE worker = :worker AND seen_at < now() - :duration * interval '1 ms'")
                .param("worker", worker)
                .param("duration", duration.toMillis())
                .update();
        int members = jdbc.sql("SELECT count(*) FROM events.worker_member WHERE worker = :worker")
                .param("worker", worker)
                .query(Integer.class)
                .single();
        return Math.ceilDiv(partitions, Math.max(1, members));
    }

    private Map<Integer, Long> renewHeld() {
        return collect(
                jdbc.sql("""
                UPDATE events.partition_lease SET expires_at = now() + :duration * interval '1 ms'
                WHERE worker = :worker AND owner = :owner AND expires_at > now()
                RETURNING partition_no, epoch""").param("worker", worker).param("owner", owner).param("duration", duration.toMillis()));
    }

    private Map<Integer, Long> take(int count) {
        return collect(jdbc.sql("""
                UPDATE events.partition_lease l
                SET owner = :owner, epoch = epoch + 1, expires_at = now() + :duration * interval '1 ms'
                FROM (SELECT partition_no FROM events.partition_lease
                      WHERE worker = :worker AND expires_at <= now()
                      ORDER BY partition_no LIMIT :count FOR UPDATE SKIP LOCKED) free
                WHERE l.worker = :worker AND l.partition_no = free.partition_no
                RETURNING l.partition_no, l.epoch""")
                .param("worker", worker)
                .param("owner", owner)
                .param("duration", duration.toMillis())
                .param("count", count));
    }

    private void releaseBeyond(int share, Map<Integer, Long> held) {
        held.keySet().stream().skip(share).toList().forEach(partition -> {
            jdbc.sql("""
                    UPDATE events.partition_lease SET owner = NULL, expires_at = '-infinity'
                    WHERE worker = :worker AND partition_no = :partition AND owner = :owner""")
                    .param("worker", worker)
                    .param("partition", partition)
                    .param("owner", owner)
                    .update();
            held.remove(partition);
        });
    }

    private static Map<Integer, Long> collect(JdbcClient.StatementSpec statement) {
        Map<Integer, Long> leases = new TreeMap<>();
        statement.query(row -> {
            leases.put(row.getInt("partition_no"), row.getLong("epoch"));
        });
        return leases;
    }
}
