package io.gpuaas.controlplane.events;

import io.gpuaas.api.WaitingEvents;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The port to whatever carries events between processes. Adapters: {@link PostgresBus} and {@link
 * NatsBus}; both pass the same contract test.
 *
 * <p>An adapter keeps the order of events of one aggregate and delivers each at least once.
 */
interface EventBus extends AutoCloseable {

    /** Larger envelopes are refused by every adapter alike. */
    int ENVELOPE_BYTES_MAX = 512 * 1024;

    /**
     * Publishes events, those of one aggregate in this order. When one event is refused, later events of its
     * aggregate are not published.
     *
     * @return the refused events with the reason
     * @throws BusUnavailableException when nothing is known about any of them; try all again later
     */
    Map<UUID, String> publish(List<Event> events) throws BusUnavailableException;

    /** Delivers events of these types to the receiver from where this consumer stopped, until closed. */
    Subscription subscribe(String consumer, Set<String> types, Receiver receiver);

    /** Delivers events of these types published from now on; every process that listens gets them all. */
    Subscription listen(Set<String> types, Receiver receiver);

    /** Counts the events behind the position that this consumer of these types has acknowledged. */
    WaitingEvents behind(String consumer, Set<String> types) throws BusUnavailableException;

    boolean reachable();

    @Override
    void close();

    /** Called in order within an aggregate. An exception means: not handled, deliver it again. */
    @FunctionalInterface
    interface Receiver {
        void receive(Event event);
    }

    @FunctionalInterface
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    /** The bus cannot be reached; no event is at fault. */
    final class BusUnavailableException extends Exception {
        BusUnavailableException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
