package io.gpuaas.controlplane.events;

import java.util.Locale;
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

    public int partition() {
        return partitionOf(aggregate);
    }

    /** PLATFORM for platform.tenant_created. */
    public String stream() {
        return type.substring(0, type.indexOf('.')).toUpperCase(Locale.ROOT);
    }

    static int partitionOf(String aggregate) {
        return Math.floorMod(aggregate.hashCode(), PARTITIONS);
    }
}
