package io.gpuaas.controlplane.events;

import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.LateWrites;
import io.gpuaas.controlplane.platform.Tracing;
import io.gpuaas.events.DomainEvent;
import io.gpuaas.kernel.IdSource;
import java.time.Clock;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Where a domain leaves its events: rows in the transaction that made the change, or nothing. */
@Component
public class Outbox {

    private static final String APPEND = """
            WITH next AS (
                INSERT INTO events.aggregate_sequence AS s (aggregate, last_sequence) VALUES (:aggregate, 1)
                ON CONFLICT (aggregate) DO UPDATE SET last_sequence = s.last_sequence + 1
                RETURNING last_sequence)
            INSERT INTO events.outbox (partition_no, event_id, event_type, aggregate, sequence, envelope)
            SELECT :partition, :id, :type, :aggregate, last_sequence, :head || last_sequence || :tail FROM next""";

    private final LateWrites writes;
    private final EnvelopeJson json;
    private final RelaySignal signal;
    private final Clock clock;
    private final IdSource ids;
    private final Tracing tracing;

    Outbox(LateWrites writes, EnvelopeJson json, RelaySignal signal, Clock clock, IdSource ids, Tracing tracing) {
        this.writes = writes;
        this.json = json;
        this.signal = signal;
        this.clock = clock;
        this.ids = ids;
        this.tracing = tracing;
    }

    public void append(DomainEvent event) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException(event.type() + " was appended outside a transaction");
        }
        EnvelopeJson.Unsequenced envelope =
                json.write(event, ids.next(), clock.instant(), Call.current(), tracing.currentParent());
        String aggregate = event.aggregate().key();
        writes.add(
                APPEND,
                new MapSqlParameterSource("aggregate", aggregate)
                        .addValue("partition", Event.partitionOf(aggregate))
                        .addValue("id", envelope.eventId())
                        .addValue("type", event.type())
                        .addValue("head", envelope.head())
                        .addValue("tail", envelope.tail()));
        wakeRelayAfterCommit();
    }

    private void wakeRelayAfterCommit() {
        if (TransactionSynchronizationManager.getSynchronizations().stream().noneMatch(WakeRelay.class::isInstance)) {
            TransactionSynchronizationManager.registerSynchronization(new WakeRelay(signal));
        }
    }

    private record WakeRelay(RelaySignal signal) implements TransactionSynchronization {
        @Override
        public void afterCommit() {
            signal.wake();
        }
    }
}
