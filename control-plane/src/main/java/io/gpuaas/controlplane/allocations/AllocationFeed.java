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
import io.gpuaas.kernel.TenantId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * Streams the timelines of a project. A stream reads the database from its position on, so a slow client costs no
 * memory, and a reconnected client misses nothing; it reads only when its project has changes. It ends when the
 * caller's access changes or the process stops.
 */
@Component
class AllocationFeed implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(AllocationFeed.class);
    private static final int STREAMS_MAX = 2_000;
    private static final int STREAMS_PER_CALLER_MAX = 20;
    /** A tenant's share of this process: a tenant can have any number of callers. */
    static final int STREAMS_PER_TENANT_MAX = 200;

    private static final int READ_MAX = 200;
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);
    private static final Duration LIFETIME = Duration.ofMinutes(15);

    private final TimelineStore store;
    private final TimelineNews news;
    private final Revocations revocations;
    private final JsonMapper json;
    private final Clock clock;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<String, Integer> perCaller = new ConcurrentHashMap<>();
    private final Map<TenantId, Integer> perTenant = new ConcurrentHashMap<>();
    private volatile boolean running;

    AllocationFeed(TimelineStore store, TimelineNews news, Revocations revocations, JsonMapper json, Clock clock) {
        this.store = store;
        this.news = news;
        this.revocations = revocations;
        this.json = json;
        this.clock = clock;
    }

    EventStream open(ProjectId project, @Nullable String after) {
        Position asked = after == null ? null : parse(after);
        String caller = Call.current().caller().id();
        TenantId tenant = Objects.requireNonNull(Call.current().tenantId());
        return (out, lastEventId) -> {
            Position last = lastEventId == null || lastEventId.isEmpty() ? asked : parse(lastEventId);
            enter(caller, tenant);
            AtomicBoolean ended = new AtomicBoolean();
            // It follows before its position is read, so that nothing comes in between.
            try (TimelineNews.Follower follower = news.follow(project);
                    AutoCloseable watch = revocations.onRevoked(PrincipalId.parse(caller), () -> {
                        ended.set(true);
                        follower.ring();
                    })) {
                Position from = last == null ? store.end() : last;
                new Stream(out, project, follower, ended).follow(from);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                // The client left, which is how most streams end.
                log.atDebug()
                        .setCause(e)
                        .addKeyValue("project", project)
                        .log("lost the client of an allocation stream");
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("a watch could not be closed", e);
            } finally {
                leave(caller, tenant);
            }
        };
    }

    private static Position parse(String text) {
        try {
            return Position.parse(text);
        } catch (RuntimeException e) {
            throw ProblemException.caused(
                    ErrorCode.CURSOR_INVALID, "The position is invalid. Reconnect without it.", e);
        }
    }

    void enter(String caller, TenantId tenant) {
        if (open.incrementAndGet() > STREAMS_MAX) {
            open.decrementAndGet();
            throw ProblemException.retryLater(
                    ErrorCode.OVERLOADED,
                    "The server cannot accept another stream. Try again later.",
                    Duration.ofSeconds(5));
        }
        boolean callersShare = perCaller.merge(caller, 1, Integer::sum) <= STREAMS_PER_CALLER_MAX;
        boolean tenantsShare = perTenant.merge(tenant, 1, Integer::sum) <= STREAMS_PER_TENANT_MAX;
        if (!tenantsShare) {
            leave(caller, tenant);
            throw ProblemException.of(
                    ErrorCode.TOO_MANY,
                    "A tenant can have at most " + STREAMS_PER_TENANT_MAX + " open streams at a time.");
        }
        if (!callersShare) {
            leave(caller, tenant);
            throw ProblemException.of(
                    ErrorCode.TOO_MANY,
                    "A caller can have at most " + STREAMS_PER_CALLER_MAX + " open streams at a time.");
        }
    }

    void leave(String caller, TenantId tenant) {
        open.decrementAndGet();
        perCaller.computeIfPresent(caller, (id, count) -> count == 1 ? null : count - 1);
        perTenant.computeIfPresent(tenant, (id, count) -> count == 1 ? null : count - 1);
    }

    private final class Stream {

        private final OutputStream out;
        private final ProjectId project;
        private final TimelineNews.Follower follower;
        private final AtomicBoolean ended;
        private Instant quietSince = clock.instant();

        Stream(OutputStream out, ProjectId project, TimelineNews.Follower follower, AtomicBoolean ended) {
            this.out = out;
            this.project = project;
            this.follower = follower;
            this.ended = ended;
        }

        void follow(Position from) throws IOException, InterruptedException {
            Position position = from;
            Instant end = clock.instant().plus(LIFETIME);
            // So that a client that comes back before the first event knows where it was.
            write("id: " + position + "\nevent: position\ndata: {}\n\n");
            while (goesOn(end)) {
                if (follower.await(untilKeepAlive())) {
                    position = tell(position, end);
                } else {
                    write(": still here\n\n");
                }
            }
        }

        private boolean goesOn(Instant end) {
            return running && !ended.get() && clock.instant().isBefore(end);
        }

        private Duration untilKeepAlive() {
            Duration left = Duration.between(clock.instant(), quietSince.plus(KEEP_ALIVE));
            return left.isNegative() ? Duration.ZERO : left;
        }

        /** Everything that is there; returns how far that is. */
        private Position tell(Position from, Instant end) throws IOException {
            Position position = from;
            List<Fed> events;
            do {
                events = store.feed(project, position, READ_MAX);
                for (Fed fed : events) {
                    write(text(fed));
                    position = fed.position();
                }
            } while (events.size() == READ_MAX && goesOn(end));
            return position;
        }

        private void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
            quietSince = clock.instant();
        }
    }

    private String text(Fed fed) {
        AllocationEvent event = fed.event();
        return "id: " + fed.position() + "\nevent: " + event.kind() + "\ndata: " + json.writeValueAsString(event)
                + "\n\n";
    }

    @Override
    public void start() {
        running = true;
    }

    /** Before the web server waits for its requests to end. */
    @Override
    public void stop() {
        running = false;
        news.ringAll();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
