package io.gpuaas.cli.session;

import io.gpuaas.sdk.TokenSource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/** Supplies a valid token to commands that may outlive one, by renewing it before it expires. */
final class LastingToken implements TokenSource {

    /** How long a token is reused; a fetched token is valid for at least a minute. */
    private static final Duration HELD = Duration.ofSeconds(30);

    private final Supplier<String> source;
    private final Clock clock;
    private String token;
    private Instant askedAt;

    /** Fetches a token immediately, so that a missing sign-in fails before anything starts. */
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
