package io.gpuaas.cli;

import io.gpuaas.sdk.TokenSource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/** A token for commands that may go on longer than one lasts: it is asked for again while the last one still holds. */
final class LastingToken implements TokenSource {

    /** What is asked for holds for a minute at least. */
    private static final Duration HELD = Duration.ofSeconds(30);

    private final Supplier<String> source;
    private final Clock clock;
    private String token;
    private Instant askedAt;

    /** Asks at once: who is not signed in learns it before anything is begun. */
    LastingToken(Supplier<String> source, Clock clock) {
        this.source = source;
        this.clock = clock;
        this.askedAt = clock.instant();
        this.token = source.get();
    }

    @Override
    public synchronized String token() {
        Instant now = clock.instant();
        if (now.isAfter(askedAt.plus(HELD))) {
            token = source.get();
            askedAt = now;
        }
        return token;
    }
}
