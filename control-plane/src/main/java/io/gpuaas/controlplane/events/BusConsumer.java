package io.gpuaas.controlplane.events;

import io.gpuaas.controlplane.events.BusMessages.Message;
import io.gpuaas.controlplane.events.EventBus.Receiver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * One consumer of the embedded bus. Its position is in memory while this process holds the consumer's lease; the cursor
 * in the database follows and may be behind: repeated events are recognised by the progress per aggregate.
 */
final class BusConsumer {

    /** The cursor also follows what was only passed over, once it is so much. */
    static final long PASSED_OVER_MAX = 10_000;

    private final String name;
    private final Set<String> types;
    private final Receiver receiver;
    private final BusMessages messages;
    private final ConsumerCursors cursors;
    private final Map<Integer, Long> positions = new HashMap<>();
    private final Map<Integer, Long> saved = new HashMap<>();

    BusConsumer(String name, Set<String> types, Receiver receiver, BusMessages messages, ConsumerCursors cursors) {
        this.name = name;
        this.types = types;
        this.receiver = receiver;
        this.messages = messages;
        this.cursors = cursors;
    }

    /** One pass over all partitions; true when there is more. */
    boolean pass() throws Exception {
        if (positions.isEmpty()) {
            saved.putAll(cursors.positions(name, Event.PARTITIONS));
            positions.putAll(saved);
        }
        BusMessages.Batch batch = read();
        Map<Integer, List<Message>> lanes =
                batch.messages().stream().collect(Collectors.groupingBy(Message::partition));
        Map<Integer, Long> reached = new HashMap<>(batch.reached());
        try {
            deliver(lanes, reached);
        } finally {
            positions.putAll(reached);
            save(!lanes.isEmpty());
        }
        return batch.full();
    }

    /** A database that was away may have come back with less than it had: the cursor it has then counts. */
    private BusMessages.Batch read() {
        try {
            return messages.after(positions, types);
        } catch (RuntimeException e) {
            positions.clear();
            throw e;
        }
    }

    /** Partitions at once, each in its order. One that fails stays where it is and does not hold up the others. */
    private void deliver(Map<Integer, List<Message>> lanes, Map<Integer, Long> reached) throws Exception {
        Map<Integer, Future<Long>> running = new HashMap<>();
        List<Exception> failures = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            lanes.forEach((partition, lane) -> running.put(partition, threads.submit(() -> deliver(lane, failures))));
        }
        for (Map.Entry<Integer, Future<Long>> lane : running.entrySet()) {
            long done = lane.getValue().get();
            List<Message> given = lanes.getOrDefault(lane.getKey(), List.of());
            if (done < given.getLast().position()) {
                reached.put(lane.getKey(), Math.max(done, positions.getOrDefault(lane.getKey(), 0L)));
            }
        }
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }

    private long deliver(List<Message> lane, List<Exception> failures) {
        long done = 0;
        try {
            for (Message message : lane) {
                receiver.receive(message.event());
                done = message.position();
            }
        } catch (RuntimeException e) {
            synchronized (failures) {
                failures.add(e);
            }
        }
        return done;
    }

    private void save(boolean handled) {
        Map<Integer, Long> moved = new HashMap<>();
        positions.forEach((partition, position) -> {
            long behind = position - saved.getOrDefault(partition, 0L);
            if (behind > 0 && (handled || behind > PASSED_OVER_MAX)) {
                moved.put(partition, position);
            }
        });
        if (!moved.isEmpty()) {
            cursors.advance(name, moved);
            saved.putAll(moved);
        }
    }
}
