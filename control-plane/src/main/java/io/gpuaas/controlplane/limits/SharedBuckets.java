package io.gpuaas.controlplane.limits;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Clock;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Buckets of tokens that all processes draw from. */
@Component
public class SharedBuckets {

    private static final int BUCKETS_MAX = 200_000;
    private static final Duration KEPT = Duration.ofMinutes(2);

    private record Named(String key, Limit limit) {}

    private final SharedStore store;
    private final Clock clock;
    private final LoadingCache<Named, SharedBucket> buckets = Caffeine.newBuilder()
            .maximumSize(BUCKETS_MAX)
            .expireAfterAccess(KEPT)
            .build(named -> open(named.key(), named.limit(), 0));

    SharedBuckets(SharedStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** One token of the bucket with this key, or none. Keys of different limits are different buckets. */
    public Taken take(String key, Limit limit) {
        return buckets.get(new Named(key, limit)).take();
    }

    /** A token that was taken and not used, as far as this process still has a place for it. */
    public void giveBack(String key, Limit limit) {
        SharedBucket known = buckets.getIfPresent(new Named(key, limit));
        if (known != null) {
            known.giveBack();
        }
    }

    /** A bucket the caller keeps; {@code usedBefore} counts as used when the bucket is new. */
    public SharedBucket open(String key, Limit limit, long usedBefore) {
        return new SharedBucket(key + "/" + limit.tokens(), limit, usedBefore, store, clock);
    }
}
