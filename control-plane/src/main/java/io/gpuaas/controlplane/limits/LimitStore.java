package io.gpuaas.controlplane.limits;

import java.time.Duration;
import java.util.Optional;

/** The port to whatever holds limits for all processes. A store that does not answer throws. */
interface LimitStore extends AutoCloseable {

    /** At most this share of the tokens at hand goes to one process at a time, so that others find some too. */
    int SHARE = 4;

    /**
     * Takes tokens out of a bucket.
     *
     * @param usedBefore how much of a bucket that is not there yet counts as used
     * @param wanted how many tokens are asked for; fewer are given when few are left, none when the bucket is empty
     */
    record Ask(String key, Limit limit, long usedBefore, long wanted) {}

    /**
     * The outcome of an ask.
     *
     * @param left whole tokens that stay in the bucket
     * @param retryAfter when none was given, until the next is there
     */
    record Grant(long given, long left, Duration retryAfter) {}

    Grant take(Ask ask);

    /** Counts an attempt and gives nothing, or gives how long to wait and counts nothing. */
    Optional<Duration> attempt(String key, Throttling throttling);

    /** Takes one attempt back and ends the wait. */
    void forgive(String key);

    void forget(String key);

    /** Removes what has no effect any more. */
    void removeExpired();

    @Override
    void close();
}
