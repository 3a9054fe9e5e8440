package io.gpuaas.controlplane.events;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import jakarta.annotation.PostConstruct;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.support.TransactionTemplate;

/** The embedded bus: a table that consumers read along, each with a cursor per partition. */
class PostgresBus implements EventBus {

    private static final Logger log = LoggerFactory.getLogger(PostgresBus.class);
    private static final Duration IDLE_WAIT_MIN = Duration.ofMillis(5);
    private static final Duration IDLE_WAIT_MAX = Duration.ofMillis(500);
    private static final int READ_MAX = 500;

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final Duration retention;
    private final BusSignal arrivals;
    private final ConsumerCursors cursors;

    PostgresBus(
            JdbcClient jdbc,
            TransactionTemplate transaction,
            GpuaasProperties properties,
            BusSignal arrivals,
            ConsumerCursors cursors) {
        this.cursors = cursors;
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.retention = properties.bus().retention();
        this.arrivals = arrivals;
    }

    @Override
    public Map<UUID, String> publish(int partition, List<Event> events) throws BusUnavailableException {
        Map<UUID, String> refused = new HashMap<>();
        Set<String> blocked = new HashSet<>();
        List<Event> accepted = new ArrayList<>(events.size());
        for (Event event : events) {
            if (blocked.contains(event.aggregate())) {
                continue;
            }
            if (tooLarge(event)) {
                refused.put(event.id(), "the envelope is larger than " + ENVELOPE_BYTES_MAX + " bytes");
                blocked.add(event.aggregate());
            } else {
                accepted.add(event);
            }
        }
        try {
            insert(partition, accepted);
        } catch (DataAccessException e) {
            throw new BusUnavailableException("the database did not take the events", e);
        }
        arrivals.wake();
        return refused;
    }

    static boolean tooLarge(Event event) {
        // No character takes more than three bytes per UTF-16 unit, so most need not be encoded to know.
        return event.envelope().length() > ENVELOPE_BYTES_MAX / 3
                && event.envelope().getBytes(StandardCharsets.UTF_8).length > ENVELOPE_BYTES_MAX;
    }

    /**
     * The lock makes the transactions of one partition commit in the order of their positions, so that
     * a cursor never passes a row that is not visible yet.
     */
    private void insert(int partition, List<Event> events) {
        if (events.isEmpty()) {
            return;
        }
        transaction.executeWithoutResult(status -> jdbc.sql("""
                WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock(7301, :partition))
                INSERT INTO events.bus_message (partition_no, event_id, event_type, aggregate, sequence, envelope)
                SELECT :partition, e.id, e.type, e.aggregate, e.sequence, e.envelope FROM locked,
                    unnest(:ids, :types, :aggregates, :sequences, :envelopes) WITH ORDINALITY
                        AS e (id, type, aggregate, sequence, envelope, n)
                ORDER BY n""")
                .param("partition", partition)
                .param("ids", events.stream().map(Event::id).toArray(UUID[]::new))
                .param("types", events.stream().map(Event::type).toArray(String[]::new))
                .param("aggregates", events.stream().map(Event::aggregate).toArray(String[]::new))
                .param("sequences", events.stream().map(Event::sequence).toArray(Long[]::new))
                .param("envelopes", events.stream().map(Event::envelope).toArray(String[]::new))
                .update());
    }

    @Override
    public Subscription subscribe(String consumer, Set<String> types, Receiver receiver) {
        jdbc.sql("""
                INSERT INTO events.consumer_cursor (consumer, partition_no, position)
                SELECT :consumer, n, 0 FROM generate_series(0, :partitions - 1) n ON CONFLICT DO NOTHING""")
                .param("consumer", consumer)
                .param("partitions", Event.PARTITIONS)
                .update();
        return new Tail("consume-" + consumer, () -> consume(consumer, types, receiver));
    }

    /** One pass over all partitions in parallel; true when something was delivered. */
    private boolean consume(String consumer, Set<String> types, Receiver receiver) throws Exception {
        List<Integer> waiting = jdbc.sql("""
                SELECT c.partition_no FROM events.consumer_cursor c
                WHERE c.consumer = :consumer AND EXISTS (
                    SELECT 1 FROM events.bus_message m WHERE m.partition_no = c.partition_no AND m.position > c.position)""")
                .param("consumer", consumer)
                .query((row, n) -> row.getInt(1))
                .list();
        try (ExecutorService lanes = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int partition : waiting) {
                running.add(lanes.submit(() -> consume(consumer, partition, types, receiver)));
            }
            for (Future<?> one : running) {
                one.get();
            }
        }
        return !waiting.isEmpty();
    }

    private void consume(String consumer, int partition, Set<String> types, Receiver receiver) {
        List<Message> messages = jdbc.sql("""
                SELECT m.position, m.event_id, m.event_type, m.aggregate, m.sequence, m.envelope
                FROM events.bus_message m
                WHERE m.partition_no = :partition AND m.position > (
                    SELECT position FROM events.consumer_cursor WHERE consumer = :consumer AND partition_no = :partition)
                ORDER BY m.position LIMIT :limit""")
                .param("consumer", consumer)
                .param("partition", partition)
                .param("limit", READ_MAX)
                .query(Message::read)
                .list();
        long done = 0;
        try {
            for (Message message : messages) {
                if (types.contains(message.event().type())) {
                    receiver.receive(message.event());
                }
                done = message.position();
            }
        } finally {
            if (done > 0) {
                cursors.advance(consumer, partition, done);
            }
        }
    }

    @Override
    public Subscription listen(Set<String> types, Receiver receiver) {
        Map<Integer, Long> seen = new HashMap<>();
        for (int partition = 0; partition < Event.PARTITIONS; partition++) {
            seen.put(partition, newest(partition));
        }
        return new Tail("listen", () -> hear(seen, types, receiver));
    }

    private long newest(int partition) {
        return jdbc.sql("SELECT coalesce(max(position), 0) FROM events.bus_message WHERE partition_no = :partition")
                .param("partition", partition)
                .query(Long.class)
                .single();
    }

    private boolean hear(Map<Integer, Long> seen, Set<String> types, Receiver receiver) {
        List<Message> messages = jdbc.sql("""
                SELECT m.position, m.event_id, m.event_type, m.aggregate, m.sequence, m.envelope
                FROM unnest(:partitions::smallint[], :positions::bigint[]) s (partition_no, position)
                CROSS JOIN LATERAL (
                    SELECT * FROM events.bus_message b
                    WHERE b.partition_no = s.partition_no AND b.position > s.position
                    ORDER BY b.position LIMIT :limit) m
                ORDER BY m.partition_no, m.position""")
                .param("partitions", seen.keySet().toArray(Integer[]::new))
                .param("positions", seen.values().toArray(Long[]::new))
                .param("limit", READ_MAX)
                .query(Message::read)
                .list();
        for (Message message : messages) {
            if (types.contains(message.event().type())) {
                receiver.receive(message.event());
            }
            seen.put(message.event().partition(), message.position());
        }
        return !messages.isEmpty();
    }

    @Override
    public boolean reachable() {
        return jdbc.sql("SELECT 1").query(Integer.class).single() == 1;
    }

    @Override
    public void close() {
        // The database belongs to others too; there is nothing of ours to close.
    }

    /** Also before the first event: after weeks of rest the days at hand may all be over. */
    @PostConstruct
    @Scheduled(initialDelayString = "PT1H", fixedDelayString = "PT1H")
    void keepPartitions() {
        jdbc.sql("SELECT events.keep_bus_partitions(:retention * interval '1 s')")
                .param("retention", retention.toSeconds())
                .query(row -> {});
        jdbc.sql("DELETE FROM events.consumer_progress WHERE updated_at < now() - :retention * interval '2 s'")
                .param("retention", retention.toSeconds())
                .update();
    }

    private record Message(long position, Event event) {
        static Message read(java.sql.ResultSet row, int number) throws java.sql.SQLException {
            return new Message(
                    row.getLong(1),
                    new Event(
                            row.getObject(2, UUID.class),
                            row.getString(3),
                            row.getString(4),
                            row.getLong(5),
                            row.getString(6)));
        }
    }

    /** Repeats a pass: at once while it finds something, ever more seldom when it does not. */
    private final class Tail implements Subscription {

        private final Thread thread;
        private volatile boolean open = true;

        Tail(String name, Callable<Boolean> pass) {
            this.thread = Thread.ofVirtual().name(name).start(() -> run(name, pass));
        }

        private void run(String name, Callable<Boolean> pass) {
            Duration wait = IDLE_WAIT_MIN;
            while (open) {
                try {
                    boolean found = pass.call();
                    wait = found
                            ? IDLE_WAIT_MIN
                            : wait.multipliedBy(2).compareTo(IDLE_WAIT_MAX) < 0 ? wait.multipliedBy(2) : IDLE_WAIT_MAX;
                    if (!found) {
                        arrivals.await(wait);
                    }
                } catch (Exception e) {
                    if (open) {
                        log.warn("{} could not read the bus; trying again", name, e);
                        arrivals.await(IDLE_WAIT_MAX);
                    }
                }
            }
        }

        @Override
        public void close() {
            open = false;
            arrivals.wake();
            try {
                thread.join(Duration.ofSeconds(10));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
