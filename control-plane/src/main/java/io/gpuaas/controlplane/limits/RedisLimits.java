package io.gpuaas.controlplane.limits;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.distributed.BucketProxy;
import io.gpuaas.controlplane.platform.RedisConnection;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import redis.clients.jedis.RedisClient;

/** Limits in Redis: buckets are Bucket4j's, throttles are two numbers that a script moves. Redis forgets both by itself. */
final class RedisLimits implements LimitStore {

    private static final String BUCKET = "gpuaas:bucket:";
    private static final String THROTTLE = "gpuaas:throttle:";

    /** Redis runs a script as one step. Gives 0, or the milliseconds to wait. */
    private static final String ATTEMPT = """
            local now, free, wait_max, forget = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
            local known = redis.call('HMGET', KEYS[1], 'attempts', 'until')
            local attempts, blocked = tonumber(known[1] or 0), tonumber(known[2] or 0)
            if blocked > now then return blocked - now end
            attempts = attempts + 1
            blocked = 0
            if attempts >= free then blocked = now + math.min(wait_max, 1000 * 2 ^ math.min(attempts - free, 20)) end
            redis.call('HSET', KEYS[1], 'attempts', attempts, 'until', string.format('%.0f', blocked))
            redis.call('PEXPIRE', KEYS[1], forget)
            return 0""";

    private static final String FORGIVE = """
            local attempts = tonumber(redis.call('HGET', KEYS[1], 'attempts') or 0)
            if attempts > 0 then redis.call('HSET', KEYS[1], 'attempts', attempts - 1, 'until', 0) end
            return 0""";

    private static final Duration WAIT_MAX = Duration.ofSeconds(1);

    private final Semaphore turns = new Semaphore(RedisConnection.CONNECTIONS_MAX / 2);
    private final RedisClient redis;
    private final RedisBuckets buckets;
    private final Clock clock;

    RedisLimits(RedisClient redis, Clock clock) {
        this.redis = redis;
        this.buckets = new RedisBuckets(redis, new ClockMeter(clock));
        this.clock = clock;
    }

    @Override
    public Grant take(Ask ask) {
        return inTurn(() -> takeNow(ask));
    }

    /** Everybody beyond the pool's size waits here, parked, and not for long. */
    private <T> T inTurn(Supplier<T> work) {
        try {
            if (!turns.tryAcquire(WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("Redis has too much to do");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        try {
            return work.get();
        } finally {
            turns.release();
        }
    }

    private Grant takeNow(Ask ask) {
        Limit limit = ask.limit();
        BucketProxy bucket = buckets.builder()
                .build(
                        BUCKET + ask.key(),
                        () -> BucketConfiguration.builder()
                                .addLimit(bandwidth -> bandwidth
                                        .capacity(limit.tokens())
                                        .refillGreedy(limit.tokens(), limit.window())
                                        .initialTokens(Math.max(0, limit.tokens() - ask.usedBefore())))
                                .build());
        long wanted = ask.wanted() == 1 ? 1 : share(bucket.getAvailableTokens(), ask.wanted());
        ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(wanted);
        if (!probe.isConsumed() && wanted > 1) {
            // A concurrent process took some in between.
            wanted = 1;
            probe = bucket.tryConsumeAndReturnRemaining(wanted);
        }
        return probe.isConsumed()
                ? new Grant(wanted, probe.getRemainingTokens(), Duration.ZERO)
                : new Grant(0, 0, Duration.ofNanos(probe.getNanosToWaitForRefill()));
    }

    private static long share(long available, long wanted) {
        return Math.min(wanted, Math.max(1, available / SHARE));
    }

    @Override
    public Optional<Duration> attempt(String key, Throttling throttling) {
        Object wait = inTurn(() -> redis.eval(
                ATTEMPT,
                List.of(THROTTLE + key),
                List.of(
                        String.valueOf(clock.millis()),
                        String.valueOf(throttling.free()),
                        String.valueOf(Throttling.WAIT_MAX.toMillis()),
                        String.valueOf(Throttling.FORGET_AFTER.toMillis()))));
        long millis = Long.parseLong(String.valueOf(wait));
        return millis == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
    }

    @Override
    public void forgive(String key) {
        inTurn(() -> redis.eval(FORGIVE, List.of(THROTTLE + key), List.of()));
    }

    @Override
    public void forget(String key) {
        inTurn(() -> redis.del(THROTTLE + key));
    }

    @Override
    public void removeExpired() {
        // Redis does it.
    }

    @Override
    public void close() {
        redis.close();
    }
}
