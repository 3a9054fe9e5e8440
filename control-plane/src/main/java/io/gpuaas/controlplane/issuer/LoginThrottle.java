package io.gpuaas.controlplane.issuer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.springframework.security.core.AuthenticationException;
import org.springframework.stereotype.Component;

/**
 * Slows guessing down, per account and per address: after some free attempts each further one makes the
 * next wait twice as long. An attempt counts when it begins, so that many at once gain nothing; success
 * takes it back. The counts are this process's own and end with it.
 */
@Component
@EmbeddedIssuer
class LoginThrottle {

    static final int ACCOUNT_ATTEMPTS_FREE = 5;
    static final int ADDRESS_ATTEMPTS_FREE = 50;

    private static final int KEYS_MAX = 100_000;
    private static final Duration WAIT_MAX = Duration.ofMinutes(5);
    private static final Duration FORGET_AFTER = Duration.ofMinutes(30);

    private final Clock clock;
    private final Cache<String, Attempts> attempts = Caffeine.newBuilder()
            .maximumSize(KEYS_MAX)
            .expireAfterAccess(FORGET_AFTER)
            .build();

    LoginThrottle(Clock clock) {
        this.clock = clock;
    }

    private record Attempts(int count, Instant blockedUntil) {
        static final Attempts NONE = new Attempts(0, Instant.MIN);
    }

    /** Counts one attempt, or refuses it without looking at the password. */
    void begin(String account, String address) {
        begin("address:" + address, ADDRESS_ATTEMPTS_FREE);
        begin("account:" + account, ACCOUNT_ATTEMPTS_FREE);
    }

    /** Counts one attempt of somebody known, for example at guessing a device's code. */
    void begin(String key, int free) {
        Instant now = clock.instant();
        attempts.asMap().compute(key, (same, known) -> {
            Attempts before = known == null ? Attempts.NONE : known;
            if (before.blockedUntil().isAfter(now)) {
                throw new Throttled(Duration.between(now, before.blockedUntil()));
            }
            int count = before.count() + 1;
            return new Attempts(count, now.plus(pause(count, free)));
        });
    }

    void succeeded(String account, String address) {
        attempts.invalidate("account:" + account);
        attempts.asMap()
                .computeIfPresent(
                        "address:" + address,
                        (same, known) -> new Attempts(Math.max(0, known.count() - 1), Instant.MIN));
    }

    /** How long the attempt after this one has to wait. */
    static Duration pause(int count, int free) {
        if (count < free) {
            return Duration.ZERO;
        }
        int doublings = Math.min(count - free, 20);
        Duration pause = Duration.ofSeconds(1L << doublings);
        return pause.compareTo(WAIT_MAX) > 0 ? WAIT_MAX : pause;
    }

    /** Too many attempts: come back later. */
    static final class Throttled extends AuthenticationException {

        private final Duration wait;

        Throttled(Duration wait) {
            super("too many attempts");
            this.wait = wait;
        }

        long retryAfterSeconds() {
            return Math.max(1, wait.plusMillis(999).toSeconds());
        }
    }
}
