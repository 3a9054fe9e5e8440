package io.gpuaas.controlplane.events;

import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.events.DomainEvent;
import io.gpuaas.events.EventDiscarded;
import java.time.Instant;
import java.util.Set;

/**
 * A domain's interest in events. {@link #handle} runs in a transaction that also records the
 * progress, so it takes effect once however often the event is delivered.
 */
public interface EventConsumer {

    /** Stable: progress is kept under this name. */
    String name();

    Set<String> types();

    /** Asked before anything is locked or written: false passes the event over, as if of another type. */
    default boolean concerns(Received event) {
        return true;
    }

    void handle(Received event);

    /** An event whose envelope is read when it is needed. */
    interface Received {
        String type();

        DomainEvent.Aggregate aggregate();

        long sequence();

        Instant occurredAt();

        Call call();

        /** The event as its record; {@link EventDiscarded} if an operator discarded it. */
        DomainEvent event();

        /** For a consumer of one type. */
        default <E extends DomainEvent> E event(Class<E> type) {
            return type.cast(event());
        }
    }
}
