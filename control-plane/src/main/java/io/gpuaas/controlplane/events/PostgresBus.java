package io.gpuaas.controlplane.events;

import io.gpuaas.api.WaitingEvents;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.Rounds;
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
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The embedded bus: a table that every process reads along once; consumers have a cursor per partition. */
class PostgresBus implements EventBus, BackgroundWork {

    /** Fallback for missed wake-ups; normally the reader of this process wakes a consumer. */
    private static final Duration UNWOKEN_WAIT_MAX = Duration.ofSeconds(5);

    private final JdbcClient jdbc;
    private final Duration retention;
    private final ConsumerCursors cursors;
    private final BusMessages messages;
    private final BusReader reader;

    PostgresBus(JdbcClient jdbc, GpuaasProperties properties, ConsumerCursors cursors) {
        this.cursors = cursors;
        this.jdbc = jdbc;
        this.retention = properties.bus().retention();
        this.messages = new BusMessages(jdbc);
        this.reader = new BusReader(messages);
    }

    @Override
    public Map<UUID, String> publish(List<Event> events) throws BusUnavailableException {
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
            insert(accepted);
        } catch (DataAccessException e) {
            throw new BusUnavailableException("the database refused the events", e);
        }
        reader.wake();
        return refused;
    }

    static boolean tooLarge(Event event) {
        // No character takes more than three bytes per UTF-16 unit, so most need not be encoded to know.
        return event.envelope().length() > ENVELOPE_BYTES_MAX / 3
                && event.envelope().getBytes(StandardCharsets.UTF_8).length > ENVELOPE_BYTES_MAX;
    }

    /**
     * The locks make the transactions of one partition commit in the order of their positions, so that
     * a cursor never passes a row that is not visible yet. One statement, so a transaction of its own.
     */
    private void insert(List<Event> events) {
        if (events.isEmpty()) {
            return;
        }
        jdbc.sql("""
                WITH locked AS MATERIALIZED (
                    SELECT count(pg_advisory_xact_lock(7301, p))
                    FROM (SELECT DISTINCT p FROM unnest(:partitions) p ORDER BY p) one)
                INSERT INTO events.bus_message (partition_no, event_id, event_type, aggregate, sequence, envelope)
                SELECT e.partition_no, e.id, e.type, e.aggregate, e.sequence, e.envelope FROM locked,
                    unnest(:partitions, :ids, :types, :aggregates, :sequences, :envelopes) WITH ORDINALITY
                        AS e (partition_no, id, type, aggregate, sequence, envelope, n)
                ORDER BY n""")
                .param("partitions", events.stream().map(Event::partition).toArray(Integer[]::new))
                .param("ids", events.stream().map(Event::id).toArray(UUID[]::new))
                .param("types", events.stream().map(Event::type).toArray(String[]::new))
                .param("aggregates", events.stream().map(Event::aggregate).toArray(String[]::new))
                .param("sequences", events.stream().map(Event::sequence).toArray(Long[]::new))
                .param("envelopes", events.stream().map(Event::envelope).toArray(String[]::new))
                .update();
    }

    @Override
    public Subscription subscribe(String consumer, Set<String> types, Receiver receiver) {
        Signal signal = new Signal();
        BusConsumer reading = new BusConsumer(consumer, types, receiver, messages, cursors);
        Subscription arrivals = reader.listen(types, event -> signal.wake());
        Tail tail = new Tail("consume-" + consumer, signal, UNWOKEN_WAIT_MAX, reading::pass).start();
        return () -> {
            arrivals.close();
            tail.close();
        };
    }

    @Override
    public Subscription listen(Set<String> types, Receiver receiver) {
        return reader.listen(types, receiver);
    }

    @Override
    public WaitingEvents behind(String consumer, Set<String> types) {
        return messages.behind(cursors.positions(consumer, Event.PARTITIONS), types);
    }

    @Override
    public boolean reachable() {
        return jdbc.sql("SELECT 1").query(Integer.class).single() == 1;
    }

    @Override
    public void close() {
        reader.close();
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofHours(1), "events.bus-partitions", this::keepPartitions)
                .firstAfter(Duration.ofHours(1));
    }

    /** Also before the first event: after weeks of rest the days at hand may all be over. */
    @PostConstruct
    void keepPartitions() {
        jdbc.sql("SELECT events.keep_bus_partitions(:retention * interval '1 s')")
                .param("retention", retention.toSeconds())
                .query(row -> {});
        jdbc.sql("DELETE FROM events.consumer_progress WHERE updated_at < now() - :retention * interval '2 s'")
                .param("retention", retention.toSeconds())
                .update();
    }
}
