package io.gpuaas.controlplane.operations;

import io.gpuaas.controlplane.identity.Revocations;
import io.gpuaas.controlplane.operations.RecentEvents.Numbered;
import io.gpuaas.controlplane.operations.RecentEvents.Position;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.EventStream;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.PrincipalId;
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
 * Serves the live streams of operators. A stream reads from the process's buffer, so a slow client costs no memory; a
 * client that falls behind the buffer is notified that it missed events. A stream ends when the caller's access changes
 * or the process stops.
 */
@Component
class OperatorFeed implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(OperatorFeed.class);
    private static final int STREAMS_MAX = 500;
    private static final int STREAMS_PER_CALLER_MAX = 20;
    private static final int READ_MAX = 200;
    private static final Duration TICK = Duration.ofSeconds(15);
    private static final Duration LIFETIME = Duration.ofMinutes(15);

    private final RecentEvents events;
    private final Revocations revocations;
    private final JsonMapper json;
    private final Clock clock;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<String, Integer> perCaller = new ConcurrentHashMap<>();
    private volatile boolean running;

    OperatorFeed(RecentEvents events, Revocations revocations, JsonMapper json, Clock clock) {
        this.events = events;
        this.revocations = revocations;
        this.json = json;
        this.clock = clock;
    }

    EventStream open(@Nullable String after) {
        Position asked = after == null ? null : Position.parse(after);
        String caller = Call.current().caller().id();
        return (out, lastEventId) -> {
            Position last = lastEventId == null || lastEventId.isEmpty() ? asked : Position.parse(lastEventId);
            enter(caller);
            AtomicBoolean ended = new AtomicBoolean();
            try (AutoCloseable watch = revocations.onRevoked(PrincipalId.parse(caller), () -> {
                ended.set(true);
                events.ring();
            })) {
                follow(out, last, ended);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                // The client left, which is how most streams end.
                log.debug("lost the client of an operator stream", e);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("a watch could not be closed", e);
            } finally {
                leave(caller);
            }
        };
    }

    private void enter(String caller) {
        if (open.incrementAndGet() > STREAMS_MAX) {
            open.decrementAndGet();
            throw ProblemException.retryLater(
                    ErrorCode.OVERLOADED,
                    "The server cannot accept another stream. Try again later.",
                    Duration.ofSeconds(5));
        }
        if (perCaller.merge(caller, 1, Integer::sum) > STREAMS_PER_CALLER_MAX) {
            leave(caller);
            throw ProblemException.of(
                    ErrorCode.TOO_MANY,
                    "A caller can have at most " + STREAMS_PER_CALLER_MAX + " open streams at a time.");
        }
    }

    private void leave(String caller) {
        open.decrementAndGet();
        perCaller.computeIfPresent(caller, (id, count) -> count == 1 ? null : count - 1);
    }

    private void follow(OutputStream out, @Nullable Position from, AtomicBoolean ended)
            throws IOException, InterruptedException {
        Position position = from != null && events.reachesBackTo(from) ? from : events.end();
        boolean missed = from != null && !position.equals(from);
        write(out, position, missed ? "missed" : "position", "{}");
        Instant end = clock.instant().plus(LIFETIME);
        Instant ticked = clock.instant();
        while (running && !ended.get() && clock.instant().isBefore(end)) {
            List<Numbered> heard = events.after(position, READ_MAX, untilTick(ticked));
            // Checked after reading: what was still there then has been read.
            if (!events.reachesBackTo(position) && isBehind(heard, position)) {
                position = events.end();
                write(out, position, "missed", "{}");
                continue;
            }
            for (Numbered one : heard) {
                position = one.position();
                write(out, position, "changed", json.writeValueAsString(one.event()));
            }
            if (untilTick(ticked).isZero()) {
                ticked = clock.instant();
                write(out, position, "tick", "{}");
            }
        }
    }

    /** Whether the first that was read is not the one that follows. */
    private static boolean isBehind(List<Numbered> heard, Position position) {
        return heard.isEmpty() || heard.getFirst().position().number() != position.number() + 1;
    }

    private Duration untilTick(Instant ticked) {
        Duration left = Duration.between(clock.instant(), ticked.plus(TICK));
        return left.isNegative() ? Duration.ZERO : left;
    }

    private static void write(OutputStream out, Position position, String kind, String data) throws IOException {
        String text = "id: " + position + "\nevent: " + kind + "\ndata: " + data + "\n\n";
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
        events.ring();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
