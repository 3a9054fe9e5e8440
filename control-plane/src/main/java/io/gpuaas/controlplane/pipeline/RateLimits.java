package io.gpuaas.controlplane.pipeline;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.EstimationProbe;
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
import java.util.Collection;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/**
 * Bounds how often a caller may ask, lane by lane, as policy says. Buckets are this process's own: with
 * N replicas a caller gets up to N times the limit until the shared adapter exists.
 */
@Component
class RateLimits {

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int CALLERS_MAX = 200_000;

    private record CallerInLane(String who, String lane) {}

    private final Policies policies;
    private final MeterRegistry metrics;
    private final LoadingCache<CallerInLane, Allowance> allowances = Caffeine.newBuilder()
            .maximumSize(CALLERS_MAX)
            .expireAfterAccess(WINDOW.multipliedBy(2))
            .build(caller -> new Allowance());

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
        ConsumptionProbe probe = allowances.get(new CallerInLane(who, name)).take(perMinute);
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

    /**
     * What one caller may do in a lane, where places may have different limits. What is done where the limit is low
     * counts where it is higher too: so all places together give no more than the one that gives most, and who is busy
     * at a place with a high limit is not kept from one with a low limit.
     */
    private static final class Allowance {

        /** Beyond this many that differ all begin anew. */
        private static final int LIMITS_MAX = 16;

        private final NavigableMap<Long, Bucket> buckets = new TreeMap<>();

        synchronized ConsumptionProbe take(long perMinute) {
            if (!buckets.containsKey(perMinute)) {
                add(perMinute);
            }
            Collection<Bucket> counting = buckets.tailMap(perMinute, true).values();
            for (Bucket bucket : counting) {
                EstimationProbe asked = bucket.estimateAbilityToConsume(1);
                if (!asked.canBeConsumed()) {
                    return ConsumptionProbe.rejected(
                            0, asked.getNanosToWaitForRefill(), asked.getNanosToWaitForRefill());
                }
            }
            ConsumptionProbe taken =
                    Objects.requireNonNull(buckets.get(perMinute)).tryConsumeAndReturnRemaining(1);
            buckets.tailMap(perMinute, false).values().forEach(bucket -> bucket.tryConsume(1));
            return taken;
        }

        /** What was done before counts: it is what is missing where it counted most. */
        private void add(long perMinute) {
            if (buckets.size() >= LIMITS_MAX) {
                buckets.clear();
            }
            long used = buckets.headMap(perMinute).entrySet().stream()
                    .mapToLong(lower -> lower.getKey() - lower.getValue().getAvailableTokens())
                    .max()
                    .orElse(0);
            Bucket bucket = Bucket.builder()
                    .addLimit(limit -> limit.capacity(perMinute).refillGreedy(perMinute, WINDOW))
                    .build();
            if (used > 0) {
                bucket.tryConsumeAsMuchAsPossible(used);
            }
            buckets.put(perMinute, bucket);
        }
    }
}
