package io.gpuaas.sdk;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * How often a call the server did not act on is sent again, and how long at most to wait between. A server that asks
 * for a longer wait than that is not asked again: the caller learns of it at once. Where it asks for none the wait
 * grows from one attempt to the next, up to that.
 */
public record RetryLimits(int attemptsMax, Duration waitMax) {

    public static final RetryLimits STANDARD = new RetryLimits(4, Duration.ofSeconds(30));
    public static final RetryLimits NONE = new RetryLimits(1, Duration.ZERO);

    private static final long FIRST_WAIT_MILLIS = 200;

    public RetryLimits {
        if (attemptsMax < 1 || attemptsMax > 20 || waitMax.isNegative()) {
            throw new IllegalArgumentException("1 to 20 attempts, and no negative wait");
        }
    }

    /**
     * Empty when the call shall not be sent again. After a proxy's word that it got no answer nobody knows whether the
     * server acted, as after silence.
     */
    Optional<Duration> findWait(
            int attemptsMade, GpuaasException refusal, boolean repeatable, @Nullable Duration retryAfter) {
        return isWorthRetrying(refusal) || (repeatable && isOfAProxy(refusal))
                ? wait(attemptsMade, retryAfter)
                : Optional.empty();
    }

    /**
     * Whether the server acted is unknown, so only what does no harm twice is sent twice. Who waited in vain for an
     * answer has waited long enough.
     */
    Optional<Duration> findWaitAfterSilence(int attemptsMade, IOException silence, boolean repeatable) {
        return repeatable && !(silence instanceof HttpTimeoutException) ? wait(attemptsMade, null) : Optional.empty();
    }

    private Optional<Duration> wait(int attemptsMade, @Nullable Duration retryAfter) {
        if (attemptsMade >= attemptsMax) {
            return Optional.empty();
        }
        if (retryAfter == null) {
            Duration wait = backoff(attemptsMade);
            return Optional.of(wait.compareTo(waitMax) < 0 ? wait : waitMax);
        }
        return retryAfter.compareTo(waitMax) <= 0 ? Optional.of(retryAfter) : Optional.empty();
    }

    /** Of these the contract says that nothing was changed, or that the answer is still on its way. */
    private static boolean isWorthRetrying(GpuaasException refusal) {
        return refusal.status() == 429
                || refusal.status() == 503
                || refusal.code().equals("idempotency_in_flight");
    }

    private static boolean isOfAProxy(GpuaasException refusal) {
        return refusal.status() == 502 || refusal.status() == 504;
    }

    private static Duration backoff(int attemptsMade) {
        long ceiling = FIRST_WAIT_MILLIS << (attemptsMade - 1);
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(ceiling / 2, ceiling + 1));
    }
}
