package io.gpuaas.controlplane.operations;

import io.gpuaas.controlplane.operations.RecentEvents.Numbered;
import io.gpuaas.controlplane.operations.RecentEvents.Position;
import io.gpuaas.controlplane.platform.LiveStreams;
import io.gpuaas.controlplane.platform.LiveStreams.LiveStream;
import io.gpuaas.controlplane.platform.ServerSentEvents;
import io.gpuaas.controlplane.platform.StreamShares;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Serves the live streams of operators. A stream reads from the process's buffer, so a slow client costs no memory; a
 * client that falls behind the buffer is notified that it missed events.
 */
@Component
class OperatorFeed {

    private static final int STREAMS_MAX = 500;
    private static final int STREAMS_PER_CALLER_MAX = 20;
    private static final int READ_MAX = 200;

    private final RecentEvents events;
    private final LiveStreams streams;
    private final JsonMapper json;
    private final Clock clock;
    private final StreamShares shares = new StreamShares(STREAMS_MAX, STREAMS_PER_CALLER_MAX, STREAMS_MAX);

    OperatorFeed(RecentEvents events, LiveStreams streams, JsonMapper json, Clock clock) {
        this.events = events;
        this.streams = streams;
        this.json = json;
        this.clock = clock;
    }

    ServerSentEvents open(@Nullable String after) {
        Position asked = after == null ? null : Position.parse(after);
        return streams.open(shares, (stream, lastEventId) -> {
            stream.onWake(events::ring);
            follow(stream, lastEventId == null ? asked : Position.parse(lastEventId));
        });
    }

    private void follow(LiveStream stream, @Nullable Position from) throws IOException, InterruptedException {
        Position position = from != null && events.reachesBackTo(from) ? from : events.end();
        boolean missed = from != null && !position.equals(from);
        stream.send(position, missed ? "missed" : "position", "{}");
        Instant ticked = clock.instant();
        while (stream.isOpen()) {
            List<Numbered> heard = events.after(position, READ_MAX, stream.mayBeQuiet(ticked));
            // Checked after reading: what was still there then has been read.
            if (!events.reachesBackTo(position) && isBehind(heard, position)) {
                position = events.end();
                stream.send(position, "missed", "{}");
                continue;
            }
            for (Numbered one : heard) {
                position = one.position();
                stream.send(position, "changed", json.writeValueAsString(one.event()));
            }
            if (stream.mayBeQuiet(ticked).isZero()) {
                ticked = clock.instant();
                stream.send(position, "tick", "{}");
            }
        }
    }

    /** Whether the first that was read is not the one that follows. */
    private static boolean isBehind(List<Numbered> heard, Position position) {
        return heard.isEmpty() || heard.getFirst().position().number() != position.number() + 1;
    }
}
