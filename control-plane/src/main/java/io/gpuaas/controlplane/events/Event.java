package io.gpuaas.controlplane.events;

import io.gpuaas.events.EventTypes;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An event in transit: the routing fields, and the whole envelope as JSON text, which is not parsed in transit. */
public record Event(UUID id, String type, String aggregate, long sequence, String envelope) {

    /** Fixed for ever: an aggregate must stay in its partition. */
    public static final int PARTITIONS = 16;

    static final Set<Integer> ALL_PARTITIONS =
            IntStream.range(0, PARTITIONS).boxed().collect(Collectors.toUnmodifiableSet());

    /** An event that an older release wrote continues under its present type. */
    public Event {
        String current = EventTypes.current(type);
        if (!current.equals(type)) {
            envelope = envelope.replace(typed(type), typed(current));
            type = current;
        }
    }

    /** The text {@link EnvelopeJson} writes. */
    private static String typed(String type) {
        return "\"event_type\":\"" + type + "\"";
    }

    public int partition() {
        return partitionOf(aggregate);
    }

    static int partitionOf(String aggregate) {
        return Math.floorMod(aggregate.hashCode(), PARTITIONS);
    }
}
