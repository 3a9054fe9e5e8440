package io.gpuaas.controlplane.limits;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Slows guessing down over all processes. An attempt counts when it begins, so that concurrent attempts gain nothing;
 * success takes it back. This process counts too, and decides alone while the shared store does not answer.
 */
@Component
public class SharedThrottle {

    private static final int KEYS_MAX = 100_000;

    private record Attempts(int count, Instant blockedUntil) {
        static final Attempts NONE = new Attempts(0, Instant.MIN);
    }

    /** A refusal of the store, believed for a moment, so that a flood of attempts asks once a second. */
    private record Refusal(Instant until, Instant askAgainAt) {

        private static final Duration BELIEVED = Duration.ofSeconds(1);

        static Refusal of(Instant now, Duration wait) {
            return new Refusal(now.plus(wait), now.plus(wait.compareTo(BELIEVED) < 0 ? wait : BELIEVED));
        }
    }

    private final SharedStore store;
    private final Clock clock;
    private final Cache<String, Refusal> refusals = Caffeine.newBuilder()
            .maximumSize(KEYS_MAX)
            .expireAfterWrite(Duration.ofMinutes(1))
            .build();
    private final Cache<String, Attempts> local = Caffeine.newBuilder()
            .maximumSize(KEYS_MAX)
            .expireAfterAccess(Throttling.FORGET_AFTER)
            .build();

    SharedThrottle(SharedStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Counts an attempt and gives nothing, or gives how long to wait and counts nothing. */
    public Optional<Duration> attempt(String key, Throttling throttling) {
        Instant now = clock.instant();
        Refusal told = refusals.getIfPresent(key);
        if (told != null && now.isBefore(told.askAgainAt())) {
            return Optional.of(Duration.between(now, told.until()));
        }
        Optional<Optional<Duration>> shared = store.ask(asked -> asked.attempt(key, throttling));
        Optional<Duration> counted = attemptLocally(key, throttling);
        shared.flatMap(answer -> answer).ifPresent(wait -> refusals.put(key, Refusal.of(now, wait)));
        return shared.orElse(counted);
    }

    private Optional<Duration> attemptLocally(String key, Throttling throttling) {
        Instant now = clock.instant();
        Duration[] wait = {Duration.ZERO};
        local.asMap().compute(key, (same, known) -> {
            Attempts before = known == null ? Attempts.NONE : known;
            if (before.blockedUntil().isAfter(now)) {
                wait[0] = Duration.between(now, before.blockedUntil());
                return before;
            }
            int count = before.count() + 1;
            Duration pause = throttling.pause(count);
            return new Attempts(count, pause.isZero() ? Instant.MIN : now.plus(pause));
        });
        return Optional.of(wait[0]).filter(Duration::isPositive);
    }

    /** Takes one attempt back and ends the wait. */
    public void forgive(String key) {
        local.asMap().computeIfPresent(key, (same, known) -> new Attempts(Math.max(0, known.count() - 1), Instant.MIN));
        refusals.invalidate(key);
        store.tell(asked -> asked.forgive(key));
    }

    public void forget(String key) {
        local.invalidate(key);
        refusals.invalidate(key);
        store.tell(asked -> asked.forget(key));
    }
}
