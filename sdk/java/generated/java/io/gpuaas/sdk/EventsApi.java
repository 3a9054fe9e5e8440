// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.DeadLetterId;
import java.util.Map;

/** Events waiting to be delivered, and events that could not be published or consumed. For operators. */
public final class EventsApi {

    private final Transport transport;

    EventsApi(Transport transport) {
        this.transport = transport;
    }

    /** Discard a dead letter and release the events behind it. */
    public DeadLetter discardDeadLetter(DeadLetterId deadLetterId, DiscardDeadLetter discardDeadLetter) {
        return discardDeadLetter(deadLetterId, discardDeadLetter, IdempotencyKey.random());
    }

    /** Discard a dead letter and release the events behind it, under a key you chose: the same key again answers the same and does nothing more. */
    public DeadLetter discardDeadLetter(DeadLetterId deadLetterId, DiscardDeadLetter discardDeadLetter, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/dead-letters/{dead_letter_id}/discard")
                .path("dead_letter_id", deadLetterId)
                .idempotencyKey(idempotencyKey)
                .body(discardDeadLetter)
                .accept("application/json");
        return transport.send(call, DeadLetter.class);
    }

    /** Get a dead letter with its payload and last error. */
    public DeadLetter getDeadLetter(DeadLetterId deadLetterId) {
        Call call = Call.of("GET", "/api/v1/dead-letters/{dead_letter_id}")
                .path("dead_letter_id", deadLetterId)
                .accept("application/json");
        return transport.send(call, DeadLetter.class);
    }

    /** Get the number of unpublished events and the lag of each consumer. */
    public EventBacklog getEventBacklog() {
        Call call = Call.of("GET", "/api/v1/event-backlog")
                .accept("application/json");
        return transport.send(call, EventBacklog.class);
    }

    /** List events that could not be published or consumed. */
    public DeadLetterPage listDeadLetters(ListDeadLettersFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/dead-letters")
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, DeadLetterPage.class);
    }

    /** Retry a dead letter now. */
    public DeadLetter replayDeadLetter(DeadLetterId deadLetterId) {
        return replayDeadLetter(deadLetterId, IdempotencyKey.random());
    }

    /** Retry a dead letter now, under a key you chose: the same key again answers the same and does nothing more. */
    public DeadLetter replayDeadLetter(DeadLetterId deadLetterId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/dead-letters/{dead_letter_id}/replay")
                .path("dead_letter_id", deadLetterId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, DeadLetter.class);
    }

    /** Filters of {@code listDeadLetters}. */
    public record ListDeadLettersFilter(Map<String, String> parameters) {

        public ListDeadLettersFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListDeadLettersFilter none() {
            return new ListDeadLettersFilter(Map.of());
        }

        public ListDeadLettersFilter stage(String stage) {
            return new ListDeadLettersFilter(Parameters.with(parameters, "stage", stage));
        }

        public ListDeadLettersFilter aggregateId(String aggregateId) {
            return new ListDeadLettersFilter(Parameters.with(parameters, "aggregate_id", aggregateId));
        }
    }
}
