package io.gpuaas.controlplane.pipeline;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.gpuaas.api.Lane;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.policy.PolicyKey;
import io.gpuaas.controlplane.policy.PolicyKeys;
import io.gpuaas.kernel.ErrorCode;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Locale;
import org.springframework.stereotype.Component;

/**
 * Bounds how often a caller may ask, lane by lane, as policy says. Buckets are this process's own: with
 * N replicas a caller gets up to N times the limit until the shared adapter exists.
 */
@Component
class RateLimits {

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int BUCKETS_MAX = 200_000;

    /** The limit is part of the key: when policy changes it, a new bucket begins. */
    private record BucketKey(String who, String lane, long perMinute) {}

    private final Policies policies;
    private final MeterRegistry metrics;
    private final LoadingCache<BucketKey, Bucket> buckets = Caffeine.newBuilder()
            .maximumSize(BUCKETS_MAX)
            .expireAfterAccess(WINDOW.multipliedBy(2))
            .build(RateLimits::newBucket);

    RateLimits(Policies policies, MeterRegistry metrics) {
        this.policies = policies;
        this.metrics = metrics;
    }

    /** Takes one request out of the caller's bucket or refuses it; tells in headers how much is left. */
    void admit(Call call, Lane lane, HttpServletResponse response) {
        boolean anonymous = call.caller().kind() == Caller.Kind.ANONYMOUS;
        PolicyKey<Long> key = anonymous ? PolicyKeys.RATE_LIMIT_ANONYMOUS : PolicyKeys.rateLimit(lane);
        long perMinute = policies.effective(key, call.tenantId(), call.projectId());
        String name = anonymous ? "anonymous" : lane.name().toLowerCase(Locale.ROOT);
        String who =
                anonymous ? "address:" + call.sourceAddress() : call.caller().id();
        Bucket bucket = buckets.get(new BucketKey(who, name, perMinute));
        ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
        response.setHeader("RateLimit-Policy", "\"" + name + "\";q=" + perMinute + ";w=" + WINDOW.toSeconds());
        response.setHeader(
                "RateLimit",
                "\"" + name + "\";r=" + probe.getRemainingTokens() + ";t="
                        + seconds(Duration.ofNanos(probe.getNanosToWaitForReset())));
        if (!probe.isConsumed()) {
            metrics.counter("gpuaas_rate_limited", "lane", name).increment();
            Duration wait = Duration.ofNanos(probe.getNanosToWaitForRefill());
            throw ProblemException.retryLater(
                    ErrorCode.RATE_LIMITED,
                    "The " + name + " lane allows " + perMinute + " requests a minute.",
                    Duration.ofSeconds(seconds(wait)));
        }
    }

    private static long seconds(Duration wait) {
        return Math.max(1, wait.plusMillis(999).toSeconds());
    }

    private static Bucket newBucket(BucketKey key) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(key.perMinute()).refillGreedy(key.perMinute(), WINDOW))
                .build();
    }
}
