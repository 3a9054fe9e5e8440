package io.gpuaas.controlplane.events;

import io.gpuaas.controlplane.events.EventBus.Receiver;
import io.gpuaas.controlplane.events.EventBus.Subscription;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the embedded bus once for the whole process: notifies listeners and wakes consumers. */
final class BusReader implements AutoCloseable {

    private static final Duration IDLE_WAIT_MAX = Duration.ofMillis(500);

    private final BusMessages messages;
    private final Signal signal = new Signal();
    private final List<Ear> ears = new CopyOnWriteArrayList<>();
    private final Map<Integer, Long> positions = new HashMap<>();
    /** Keeps a new listener from starting between the choice of types and the read: it would miss skipped events. */
    private final ReentrantLock reading = new ReentrantLock();

    private @Nullable Tail tail;
    /** A database that was away may have come back with less than it had. */
    private boolean interrupted;

    BusReader(BusMessages messages) {
        this.messages = messages;
    }

    /** @param from what lies before was published before anybody listened */
    private record Ear(Set<String> types, Map<Integer, Long> from, Receiver receiver) {}

    /** Something was published by this process. */
    void wake() {
        signal.wake();
    }

    Subscription listen(Set<String> types, Receiver receiver) {
        reading.lock();
        try {
            Map<Integer, Long> ends = messages.ends();
            if (tail == null) {
                positions.putAll(ends);
                tail = new Tail("bus-reader", signal, IDLE_WAIT_MAX, this::pass).start();
            }
            Ear ear = new Ear(types, ends, receiver);
            ears.add(ear);
            return () -> ears.remove(ear);
        } finally {
            reading.unlock();
        }
    }

    private boolean pass() {
        BusMessages.Batch batch = read();
        for (BusMessages.Message message : batch.messages()) {
            for (Ear ear : ears) {
                if (ear.types().contains(message.event().type())
                        && message.position() > ear.from().getOrDefault(message.partition(), 0L)) {
                    ear.receiver().receive(message.event());
                }
            }
        }
        return batch.full();
    }

    private BusMessages.Batch read() {
        reading.lock();
        try {
            Set<String> types =
                    ears.stream().flatMap(ear -> ear.types().stream()).collect(Collectors.toUnmodifiableSet());
            if (interrupted) {
                Map<Integer, Long> ends = messages.ends();
                positions.replaceAll((partition, at) -> Math.min(at, ends.getOrDefault(partition, 0L)));
            }
            interrupted = true;
            BusMessages.Batch batch = messages.after(positions, types);
            interrupted = false;
            positions.putAll(batch.reached());
            return batch;
        } finally {
            reading.unlock();
        }
    }

    @Override
    public void close() {
        Tail running = tail;
        if (running != null) {
            running.close();
        }
    }
}
