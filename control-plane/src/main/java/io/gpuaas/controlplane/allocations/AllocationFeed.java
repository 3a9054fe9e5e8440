package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationEvent;
import io.gpuaas.controlplane.allocations.TimelineStore.Fed;
import io.gpuaas.controlplane.allocations.TimelineStore.Position;
import io.gpuaas.controlplane.platform.LiveStreams;
import io.gpuaas.controlplane.platform.LiveStreams.LiveStream;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.ServerSentEvents;
import io.gpuaas.controlplane.platform.StreamShares;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.ProjectId;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Streams the timelines of a project. A stream reads the database from its position on, so a slow client costs no
 * memory, and a reconnected client misses nothing; it reads only when its project has changes.
 */
@Component
class AllocationFeed {

    private static final int STREAMS_MAX = 2_000;
    private static final int STREAMS_PER_CALLER_MAX = 20;
    /** A tenant's share of this process: a tenant can have any number of callers. */
    static final int STREAMS_PER_TENANT_MAX = 200;

    private static final int READ_MAX = 200;

    private final TimelineStore store;
    private final TimelineNews news;
    private final LiveStreams streams;
    private final JsonMapper json;
    private final Clock clock;
    final StreamShares shares = new StreamShares(STREAMS_MAX, STREAMS_PER_CALLER_MAX, STREAMS_PER_TENANT_MAX);

    AllocationFeed(TimelineStore store, TimelineNews news, LiveStreams streams, JsonMapper json, Clock clock) {
        this.store = store;
        this.news = news;
        this.streams = streams;
        this.json = json;
        this.clock = clock;
    }

    ServerSentEvents open(ProjectId project, @Nullable String after) {
        Position asked = after == null ? null : parse(after);
        return streams.open(shares, (stream, lastEventId) -> {
            Position last = lastEventId == null ? asked : parse(lastEventId);
            // It follows before its position is read, so that nothing comes in between.
            try (TimelineNews.Follower follower = news.follow(project)) {
                stream.onWake(follower::ring);
                follow(stream, project, follower, last == null ? store.end() : last);
            }
        });
    }

    private static Position parse(String text) {
        try {
            return Position.parse(text);
        } catch (RuntimeException e) {
            throw ProblemException.caused(
                    ErrorCode.CURSOR_INVALID, "The position is invalid. Reconnect without it.", e);
        }
    }

    private void follow(LiveStream stream, ProjectId project, TimelineNews.Follower follower, Position from)
            throws IOException, InterruptedException {
        Position position = from;
        // So that a client that comes back before the first event knows where it was.
        stream.send(position, "position", "{}");
        Instant quietSince = clock.instant();
        while (stream.isOpen()) {
            if (follower.await(stream.mayBeQuiet(quietSince))) {
                Position before = position;
                position = sendNews(stream, project, position);
                quietSince = position.equals(before) ? quietSince : clock.instant();
            } else {
                stream.sendComment("still here");
                quietSince = clock.instant();
            }
        }
    }

    /** Everything that is there; returns how far that is. */
    private Position sendNews(LiveStream stream, ProjectId project, Position from) throws IOException {
        Position position = from;
        List<Fed> events;
        do {
            events = store.feed(project, position, READ_MAX);
            for (Fed fed : events) {
                AllocationEvent event = fed.event();
                stream.send(fed.position(), event.kind().toString(), json.writeValueAsString(event));
                position = fed.position();
            }
        } while (events.size() == READ_MAX && stream.isOpen());
        return position;
    }
}
