package io.gpuaas.controlplane.events;

import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.events.DomainEvent;
import io.gpuaas.events.EventDeadLettered;
import io.gpuaas.events.EventDiscarded;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.DeadLetterId;
import io.gpuaas.kernel.IdSource;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Events that are stuck at a stage: publishing, or one consumer. Per stage and aggregate the first
 * one is retried with growing pauses; the later ones wait behind it in order.
 */
@Component
class DeadLetterStore {

    static final String PUBLISH = "publish";
    static final int AUTOMATIC_ATTEMPTS_MAX = 10;

    private static final Logger log = LoggerFactory.getLogger(DeadLetterStore.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration PAUSE_MAX = Duration.ofMinutes(10);
    private static final Duration LOOK_INTERVAL = Duration.ofMillis(250);
    private static final int DUE_MAX = 100;
    private static final int ERROR_CHARACTERS_MAX = 2_000;

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final EnvelopeJson json;
    private final ObjectProvider<Outbox> outbox;
    private final ReentrantLock sharedLook = new ReentrantLock();
    private Set<String> stagesDue = Set.of();
    private long lookedAt = System.nanoTime() - LOOK_INTERVAL.toNanos();

    DeadLetterStore(
            JdbcClient jdbc,
            TransactionTemplate transaction,
            IdSource ids,
            EnvelopeJson json,
            ObjectProvider<Outbox> outbox) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.ids = ids;
        this.json = json;
        this.outbox = outbox;
    }

    /** A dead letter with everything an operator may see of it. */
    record Stuck(
            DeadLetterId id,
            String stage,
            Event event,
            String state,
            int attempts,
            String error,
            Instant deadSince,
            @Nullable Instant nextAttemptAt) {}

    <T> T inTransaction(Supplier<T> work) {
        return Objects.requireNonNull(transaction.execute(status -> work.get()));
    }

    boolean isAnythingStuck(String stage) {
        return jdbc.sql("SELECT EXISTS (SELECT 1 FROM events.dead_letter WHERE stage = :stage)")
                .param("stage", stage)
                .query(Boolean.class)
                .single();
    }

    record Counts(int letters, int exhausted) {}

    Counts count(int max) {
        return jdbc.sql("""
                SELECT count(*) AS letters, count(*) FILTER (WHERE state = 'exhausted') AS exhausted
                FROM (SELECT state FROM events.dead_letter LIMIT :max) AS letter""")
                .param("max", max)
                .query((row, n) -> new Counts(row.getInt("letters"), row.getInt("exhausted")))
                .single();
    }

    Set<String> blockedAggregates(String stage) {
        return new HashSet<>(jdbc.sql("SELECT DISTINCT aggregate FROM events.dead_letter WHERE stage = :stage")
                .param("stage", stage)
                .query((row, n) -> row.getString(1))
                .list());
    }

    /**
     * Puts the event behind an earlier one of its aggregate that is stuck; false when there is none. The lock keeps the
     * earlier one from being resolved in between, which would leave the event waiting forever.
     */
    boolean queueBehind(String stage, Event event) {
        if (!blocks(stage, event.aggregate())) {
            return false;
        }
        return inTransaction(() -> {
            lock(stage, event.aggregate());
            boolean blocked = blocks(stage, event.aggregate());
            if (blocked) {
                addBehind(stage, event);
            }
            return blocked;
        });
    }

    private void lock(String stage, String aggregate) {
        jdbc.sql("SELECT pg_advisory_xact_lock(7304, hashtext(:key))")
                .param("key", stage + "\n" + aggregate)
                .query(row -> {});
    }

    private boolean blocks(String stage, String aggregate) {
        return jdbc.sql(
                        "SELECT EXISTS (SELECT 1 FROM events.dead_letter WHERE stage = :stage AND aggregate = :aggregate)")
                .param("stage", stage)
                .param("aggregate", aggregate)
                .query(Boolean.class)
                .single();
    }

    /** The first stuck event of its aggregate: tried again by itself, and announced on the bus. */
    void add(String stage, Event event, String error) {
        DeadLetterId id = insert(stage, event, "retrying", 1, error, FIRST_PAUSE);
        log.atError()
                .addKeyValue("type", event.type())
                .addKeyValue("event", event.id())
                .addKeyValue("aggregate", event.aggregate())
                .addKeyValue("stage", stage)
                .addKeyValue("reason", error)
                .log("an event is stuck and blocks its aggregate");
        announce(id, stage, event, error);
    }

    void addBehind(String stage, Event event) {
        insert(stage, event, "waiting", 0, "waits behind an earlier event of its aggregate", null);
    }

    /**
     * True when a stage has something to try, as of a look that all consumers of this process share: most of the time
     * nothing is stuck, and a look of each would be most of what an idle process asks the database.
     */
    boolean isAnythingDue(String stage) {
        sharedLook.lock();
        try {
            if (System.nanoTime() - lookedAt > LOOK_INTERVAL.toNanos()) {
                stagesDue = new HashSet<>(
                        jdbc.sql("SELECT DISTINCT stage FROM events.dead_letter WHERE next_attempt_at <= now()")
                                .query(String.class)
                                .list());
                lookedAt = System.nanoTime();
            }
            return stagesDue.contains(stage);
        } finally {
            sharedLook.unlock();
        }
    }

    /** The stuck events of these partitions that may be tried now at a stage. */
    List<Stuck> due(String stage, Set<Integer> partitions) {
        return jdbc.sql("""
                SELECT * FROM events.dead_letter
                WHERE stage = :stage AND next_attempt_at <= now() AND partition_no = ANY (:partitions)
                ORDER BY next_attempt_at LIMIT :limit""")
                .param("stage", stage)
                .param("partitions", partitions.toArray(Integer[]::new))
                .param("limit", DUE_MAX)
                .query(DeadLetterStore::stuck)
                .list();
    }

    /** The event went through: the next one of its aggregate is first now. */
    void resolve(Stuck stuck) {
        transaction.executeWithoutResult(status -> {
            lock(stuck.stage(), stuck.event().aggregate());
            jdbc.sql("DELETE FROM events.dead_letter WHERE id = :id")
                    .param("id", stuck.id().value())
                    .update();
            jdbc.sql("""
                    UPDATE events.dead_letter SET state = 'retrying', next_attempt_at = now()
                    WHERE state = 'waiting' AND id = (
                        SELECT id FROM events.dead_letter WHERE stage = :stage AND aggregate = :aggregate
                        ORDER BY sequence LIMIT 1)""")
                    .param("stage", stuck.stage())
                    .param("aggregate", stuck.event().aggregate())
                    .update();
        });
    }

    void retryLater(Stuck stuck, String error) {
        int attempts = stuck.attempts() + 1;
        boolean exhausted = attempts >= AUTOMATIC_ATTEMPTS_MAX;
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(attempts - 1, 20));
        jdbc.sql("""
                UPDATE events.dead_letter SET attempts = :attempts, error = :error,
                    state = CASE WHEN state = 'discarded' THEN state WHEN :exhausted THEN 'exhausted' ELSE 'retrying' END,
                    next_attempt_at = CASE WHEN :exhausted AND state <> 'discarded' THEN NULL
                                           ELSE now() + :pause * interval '1 ms' END
                WHERE id = :id""")
                .param("attempts", attempts)
                .param("error", shortened(error))
                .param("exhausted", exhausted)
                .param("pause", pause.compareTo(PAUSE_MAX) < 0 ? pause.toMillis() : PAUSE_MAX.toMillis())
                .param("id", stuck.id().value())
                .update();
    }

    /** An operator wants it tried now, whatever the pause. False when it is not first in its aggregate. */
    boolean replay(DeadLetterId id) {
        return jdbc.sql("""
                UPDATE events.dead_letter d SET next_attempt_at = now(), attempts = 0,
                    state = CASE WHEN state = 'discarded' THEN state ELSE 'retrying' END
                WHERE id = :id AND NOT EXISTS (
                    SELECT 1 FROM events.dead_letter e
                    WHERE e.stage = d.stage AND e.aggregate = d.aggregate AND e.sequence < d.sequence)""").param("id", id.value()).update() == 1;
    }

    /** An operator gives the event up: a tombstone goes in its place. False when it is not first. */
    boolean discard(Stuck stuck, String reason) {
        EventDiscarded discarded = new EventDiscarded(stuck.event().type(), reason);
        return jdbc.sql("""
                UPDATE events.dead_letter d SET state = 'discarded', next_attempt_at = now(), attempts = 0,
                    discard_reason = :reason, envelope = :envelope
                WHERE id = :id AND state <> 'discarded' AND NOT EXISTS (
                    SELECT 1 FROM events.dead_letter e
                    WHERE e.stage = d.stage AND e.aggregate = d.aggregate AND e.sequence < d.sequence)""")
                        .param("reason", reason)
                        .param("envelope", json.tombstone(stuck.event().envelope(), discarded))
                        .param("id", stuck.id().value())
                        .update()
                == 1;
    }

    Optional<Stuck> find(DeadLetterId id) {
        return jdbc.sql("SELECT * FROM events.dead_letter WHERE id = :id")
                .param("id", id.value())
                .query(DeadLetterStore::stuck)
                .optional();
    }

    List<Stuck> list(@Nullable String stage, @Nullable String aggregateId, @Nullable UUID after, int limit) {
        return jdbc.sql("""
                SELECT * FROM events.dead_letter
                WHERE (:stage::text IS NULL OR stage = :stage::text)
                  AND (:aggregate::text IS NULL OR split_part(aggregate, ':', 2) = :aggregate::text)
                  AND (:after::uuid IS NULL OR id > :after::uuid)
                ORDER BY id LIMIT :limit""")
                .param("stage", stage, java.sql.Types.VARCHAR)
                .param("aggregate", aggregateId, java.sql.Types.VARCHAR)
                .param("after", after, java.sql.Types.OTHER)
                .param("limit", limit)
                .query(DeadLetterStore::stuck)
                .list();
    }

    long depth() {
        return jdbc.sql("SELECT count(*) FROM events.dead_letter")
                .query(Long.class)
                .single();
    }

    private DeadLetterId insert(
            String stage, Event event, String state, int attempts, String error, @Nullable Duration pause) {
        DeadLetterId id = new DeadLetterId(ids.next());
        jdbc.sql("""
                INSERT INTO events.dead_letter
                    (id, stage, partition_no, event_id, event_type, aggregate, sequence, envelope, state, attempts, error, next_attempt_at)
                VALUES (:id, :stage, :partition, :eventId, :type, :aggregate, :sequence, :envelope, :state, :attempts, :error,
                    now() + :pause * interval '1 ms')
                ON CONFLICT (stage, aggregate, sequence) DO NOTHING""")
                .param("id", id.value())
                .param("stage", stage)
                .param("partition", event.partition())
                .param("eventId", event.id())
                .param("type", event.type())
                .param("aggregate", event.aggregate())
                .param("sequence", event.sequence())
                .param("envelope", event.envelope())
                .param("state", state)
                .param("attempts", attempts)
                .param("error", shortened(error))
                .param("pause", pause == null ? null : pause.toMillis(), java.sql.Types.BIGINT)
                .update();
        return id;
    }

    /** A notice that could itself not be published must not cause the next notice. */
    private void announce(DeadLetterId id, String stage, Event event, String error) {
        if (event.type().equals(EventDeadLettered.TYPE)) {
            return;
        }
        DomainEvent.Aggregate aggregate = DomainEvent.Aggregate.parse(event.aggregate());
        Call call = Call.system("dead-letter", new CorrelationId(json.correlationId(event)));
        call.run(() -> {
            outbox.getObject()
                    .append(new EventDeadLettered(
                            id,
                            stage,
                            event.id(),
                            event.type(),
                            aggregate.type(),
                            aggregate.id(),
                            event.sequence(),
                            shortened(error)));
            return true;
        });
    }

    private static String shortened(String error) {
        return error.length() <= ERROR_CHARACTERS_MAX ? error : error.substring(0, ERROR_CHARACTERS_MAX);
    }

    private static Stuck stuck(ResultSet row, int number) throws SQLException {
        OffsetDateTime next = row.getObject("next_attempt_at", OffsetDateTime.class);
        return new Stuck(
                new DeadLetterId(row.getObject("id", UUID.class)),
                row.getString("stage"),
                new Event(
                        row.getObject("event_id", UUID.class),
                        row.getString("event_type"),
                        row.getString("aggregate"),
                        row.getLong("sequence"),
                        row.getString("envelope")),
                row.getString("state"),
                row.getInt("attempts"),
                row.getString("error"),
                row.getObject("dead_since", OffsetDateTime.class).toInstant(),
                next == null ? null : next.toInstant());
    }
}
