package io.gpuaas.gateway;

import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The streams this gateway carries, at most so many. */
final class Streams {

    private static final int MAX = 2_000;

    /**
     * The most memory of one stream whose ends send all they can and read nothing, in the heap and as much outside of
     * it: 320 KiB per direction (see Side), split between the two, and the state of two connections.
     */
    private static final int STREAM_BYTES = 512 * 1024;

    private final Vertx vertx;
    private final Settings.Times times;
    private final Clock clock;
    private final Metrics metrics;
    private final int max;
    private final Map<UUID, Stream> open = new ConcurrentHashMap<>();
    private final Set<String> roles = ConcurrentHashMap.newKeySet();

    Streams(Vertx vertx, Settings.Times times, Clock clock, Metrics metrics, int max) {
        this.vertx = vertx;
        this.times = times;
        this.clock = clock;
        this.metrics = metrics;
        this.max = max;
    }

    /** The number of streams that fit at their worst, with a quarter of the heap left to everything else. */
    static int maxIn(long heapBytes, long directBytes) {
        return Math.clamp(Math.min(heapBytes / 4 * 3, directBytes) / STREAM_BYTES, 1, MAX);
    }

    boolean isFull() {
        return open.size() >= max;
    }

    int max() {
        return max;
    }

    /** The stream the control plane let somebody join; made by whoever comes first. */
    Stream of(ControlPlane.Joined joined) {
        roles.add(joined.role());
        return open.computeIfAbsent(
                joined.streamId(),
                id -> new Stream(
                        joined,
                        vertx,
                        new Stream.Times(
                                times.meeting(), Duration.between(clock.instant(), joined.endsAt()), times.silence()),
                        metrics,
                        () -> open.remove(id)));
    }

    /** How many there are of each role, also of those that had some before. */
    Map<String, Long> count() {
        Map<String, Long> counts = new HashMap<>(
                open.values().stream().collect(Collectors.groupingBy(Stream::role, Collectors.counting())));
        roles.forEach(role -> counts.putIfAbsent(role, 0L));
        return counts;
    }

    Optional<Stream> find(UUID id) {
        return Optional.ofNullable(open.get(id));
    }

    List<UUID> ids() {
        return List.copyOf(open.keySet());
    }

    void end(Collection<UUID> ids, End why) {
        ids.forEach(id -> find(id).ifPresent(stream -> stream.end(why)));
    }
}
