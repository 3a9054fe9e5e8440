package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationEvent;
import io.gpuaas.controlplane.allocations.TimelineStore.Fed;
import io.gpuaas.controlplane.allocations.TimelineStore.Position;
import io.gpuaas.controlplane.identity.Revocations;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.EventStream;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Live timelines of a project. A stream reads the database from its position on, so a slow client costs no memory, and
 * one that comes back misses nothing. It ends when the caller's access changes or the process stops.
 */
@Component
class AllocationFeed implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(AllocationFeed.class);
    private static final int STREAMS_MAX = 2_000;
    private static final int STREAMS_PER_CALLER_MAX = 20;
    private static final int READ_MAX = 200;
    private static final Duration GATHER = Duration.ofMillis(20);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);
    private static final Duration LIFETIME = Duration.ofMinutes(15);

    private final TimelineStore store;
    private final TimelineSignal signal;
    private final Revocations revocations;
    private final JsonMapper json;
    private final Clock clock;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<String, Integer> perCaller = new ConcurrentHashMap<>();
    private volatile boolean running;

    AllocationFeed(TimelineStore store, TimelineSignal signal, Revocations revocations, JsonMapper json, Clock clock) {
        this.store = store;
        this.signal = signal;
        this.revocations = revocations;
        this.json = json;
        this.clock = clock;
    }

    EventStream open(ProjectId project, @Nullable String after) {
        Position asked = after == null ? null : parse(after);
        String caller = Call.current().caller().id();
        return (out, lastEventId) -> {
            Position last = lastEventId == null || lastEventId.isEmpty() ? asked : parse(lastEventId);
            enter(caller);
            AtomicBoolean ended = new AtomicBoolean();
            try (AutoCloseable watch = revocations.onRevoked(PrincipalId.parse(caller), () -> {
                ended.set(true);
                signal.ring();
            })) {
                follow(out, project, last == null ? store.end() : last, ended);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                // The client left, which is how most streams end.
                log.debug("a stream of project {} broke off", project, e);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("a watch could not be closed", e);
            } finally {
                leave(caller);
            }
        };
    }

    private static Position parse(String text) {
        try {
            return Position.parse(text);
        } catch (RuntimeException e) {
            throw ProblemException.caused(ErrorCode.CURSOR_INVALID, "There is no such position.", e);
        }
    }

    private void enter(String caller) {
        if (open.incrementAndGet() > STREAMS_MAX) {
            open.decrementAndGet();
            throw ProblemException.retryLater(
                    ErrorCode.OVERLOADED, "This process has no room for another stream.", Duration.ofSeconds(5));
        }
        if (perCaller.merge(caller, 1, Integer::sum) > STREAMS_PER_CALLER_MAX) {
            leave(caller);
            throw ProblemException.of(
                    ErrorCode.TOO_MANY, "A caller follows at most " + STREAMS_PER_CALLER_MAX + " streams at a time.");
        }
    }

    private void leave(String caller) {
        open.decrementAndGet();
        perCaller.computeIfPresent(caller, (id, count) -> count == 1 ? null : count - 1);
    }

    private void follow(OutputStream out, ProjectId project, Position from, AtomicBoolean ended)
            throws IOException, InterruptedException {
        Position position = from;
        Instant end = clock.instant().plus(LIFETIME);
        Instant quietSince = clock.instant();
        // So that a client that comes back before the first event knows where it was.
        write(out, "id: " + position + "\nevent: position\ndata: {}\n\n");
        long seen = -1;
        while (running && !ended.get() && clock.instant().isBefore(end)) {
            List<Fed> events = store.feed(project, position, READ_MAX);
            for (Fed fed : events) {
                write(out, text(fed));
                position = fed.position();
            }
            if (events.isEmpty()) {
                if (clock.instant().isAfter(quietSince.plus(KEEP_ALIVE))) {
                    write(out, ": still here\n\n");
                    quietSince = clock.instant();
                }
                seen = signal.await(seen, LOOK_AGAIN);
            } else {
                quietSince = clock.instant();
                if (events.size() < READ_MAX) {
                    // Whatever comes now comes together with others, in one read.
                    Thread.sleep(GATHER);
                }
            }
        }
    }

    private String text(Fed fed) {
        AllocationEvent event = fed.event();
        return "id: " + fed.position() + "\nevent: " + event.kind() + "\ndata: " + json.writeValueAsString(event)
                + "\n\n";
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void start() {
        running = true;
    }

    /** Before the web server waits for its requests to end. */
    @Override
    public void stop() {
        running = false;
        signal.ring();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
