package io.gpuaas.controlplane.limits;

import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ClientSideConfig;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.AbstractCompareAndSwapBasedProxyManager;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.AsyncCompareAndSwapOperation;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.CompareAndSwapOperation;
import io.github.bucket4j.distributed.remote.RemoteBucketState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/**
 * Bucket4j's buckets as values in Redis, which forgets a bucket when it is full again. Its own module for Jedis is written
 * against classes that Jedis 8 no longer has.
 */
final class RedisBuckets extends AbstractCompareAndSwapBasedProxyManager<String> {

    /** Beyond the time a bucket needs to be full: clocks of processes are not the same. */
    private static final Duration KEPT_LONGER = Duration.ofSeconds(10);

    private static final byte[] SWAP = """
            if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
            redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
            return 1""".getBytes(StandardCharsets.UTF_8);

    private final RedisClient redis;
    private final ExpirationAfterWriteStrategy life =
            ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(KEPT_LONGER);

    RedisBuckets(RedisClient redis, TimeMeter time) {
        super(ClientSideConfig.getDefault().withClientClock(time));
        this.redis = redis;
    }

    @Override
    protected CompareAndSwapOperation beginCompareAndSwapOperation(String key) {
        byte[] name = bytes(key);
        return new CompareAndSwapOperation() {
            @Override
            public Optional<byte[]> getStateData(Optional<Long> timeout) {
                return Optional.ofNullable(redis.get(name));
            }

            @Override
            public boolean compareAndSwap(
                    byte @Nullable [] seen, byte[] next, RemoteBucketState state, Optional<Long> timeout) {
                long millis = Math.max(1, life.calculateTimeToLiveMillis(state, currentTimeNanos()));
                return seen == null
                        ? redis.set(name, next, SetParams.setParams().nx().px(millis)) != null
                        : Long.valueOf(1)
                                .equals(redis.eval(
                                        SWAP, List.of(name), List.of(seen, next, bytes(String.valueOf(millis)))));
            }
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void removeProxy(String key) {
        redis.del(bytes(key));
    }

    @Override
    public boolean isAsyncModeSupported() {
        return false;
    }

    @Override
    protected AsyncCompareAndSwapOperation beginAsyncCompareAndSwapOperation(String key) {
        throw new UnsupportedOperationException("callers are virtual threads and may block");
    }

    @Override
    protected CompletableFuture<Void> removeAsync(String key) {
        throw new UnsupportedOperationException("callers are virtual threads and may block");
    }
}
