package io.gpuaas.controlplane.events;

import io.gpuaas.controlplane.platform.Call;
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

    /** An event with its payload still to be read. */
    interface Received {
        String type();

        DomainEvent.Aggregate aggregate();

        long sequence();

        Instant occurredAt();

        Call call();

        <T> T payload(Class<T> type);
    }
}
