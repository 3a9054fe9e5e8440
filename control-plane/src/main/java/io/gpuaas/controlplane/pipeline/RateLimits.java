package io.gpuaas.controlplane.pipeline;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.bucket4j.Bucket;
import io.gpuaas.api.Lane;
import io.gpuaas.controlplane.limits.AddressGroup;
import io.gpuaas.controlplane.limits.Limit;
import io.gpuaas.controlplane.limits.SharedBucket;
import io.gpuaas.controlplane.limits.SharedBuckets;
import io.gpuaas.controlplane.limits.Taken;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.ErrorCode;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Limits how often a caller may call, lane by lane, as policy says, over all processes. Anonymous callers are counted
 * by address, before anything is looked up for them.
 */
@Component
class RateLimits {

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int CALLERS_MAX = 200_000;
    private static final String ANONYMOUS = "anonymous";
    private static final String UNKNOWN = "unknown";

    /** Refused requests that may look up a place in a minute: a part of the limit, and at least so many. */
    private static final long REFUSALS_PART = 4;

    private static final long REFUSALS_MIN = 10;

    private record CallerInLane(String who, Lane lane) {}

    private final Policies policies;
    private final SharedBuckets buckets;
    private final MeterRegistry metrics;
    private final LoadingCache<CallerInLane, Allowance> allowances = Caffeine.newBuilder()
            .maximumSize(CALLERS_MAX)
            .expireAfterAccess(WINDOW.multipliedBy(2))
            .build(Allowance::new);

    RateLimits(Policies policies, SharedBuckets buckets, MeterRegistry metrics) {
        this.policies = policies;
        this.buckets = buckets;
        this.metrics = metrics;
    }

    /** Takes one request out of the bucket of the address, or refuses it. Costs no look at anything but the limit. */
    void admitStranger(@Nullable String address, HttpServletResponse response) {
        Limit limit = anonymous();
        tell(ANONYMOUS, limit, buckets.take(key(ANONYMOUS, address), limit), response);
    }

    /**
     * The same for an unverified credential. It has a bucket of its own: requests without a credential do not count.
     */
    void admitUnknown(@Nullable String address, HttpServletResponse response) {
        Limit limit = anonymous();
        tell(ANONYMOUS, limit, buckets.take(key(UNKNOWN, address), limit), response);
    }

    /** The credential was good, so that looking it up does not count. */
    void wasKnown(@Nullable String address) {
        buckets.giveBack(key(UNKNOWN, address), anonymous());
    }

    private Limit anonymous() {
        return Limit.perMinute(policies.effective(PipelinePolicies.RATE_LIMIT_ANONYMOUS));
    }

    private static String key(String kind, @Nullable String address) {
        return "api/" + kind + "/" + AddressGroup.of(address);
    }

    /** Refuses a caller that continues although the limit of this lane is used up, before any place is looked up. */
    void requireNotUsedUp(Caller caller, Lane lane, HttpServletResponse response) {
        if (caller.kind() == Caller.Kind.ANONYMOUS) {
            return;
        }
        Allowance known = allowances.getIfPresent(new CallerInLane(caller.id(), lane));
        if (known != null) {
            known.usedUp().ifPresent(taken -> tell(name(lane), taken.limit(), taken.taken(), response));
        }
    }

    /** Takes one request out of the caller's bucket or refuses it; headers say how much is left. */
    void admit(Call call, Lane lane, HttpServletResponse response) {
        long perMinute = policies.effective(PipelinePolicies.rateLimit(lane), call.tenantId(), call.projectId());
        Allowance allowance = allowances.get(new CallerInLane(call.caller().id(), lane));
        tell(name(lane), Limit.perMinute(perMinute), allowance.take(perMinute), response);
    }

    /** For a service account's key that was proven before: minting counts by the key, wherever it is used. */
    void admitKey(String key, HttpServletResponse response) {
        Limit limit = Limit.perMinute(policies.effective(PipelinePolicies.RATE_LIMIT_MINT));
        tell("mint", limit, buckets.take("api/mint/" + key, limit), response);
    }

    private static String name(Lane lane) {
        return lane.name().toLowerCase(Locale.ROOT);
    }

    private void tell(String lane, Limit limit, Taken taken, HttpServletResponse response) {
        response.setHeader("RateLimit-Policy", "\"" + lane + "\";q=" + limit.tokens() + ";w=" + WINDOW.toSeconds());
        response.setHeader("RateLimit", "\"" + lane + "\";r=" + taken.left() + ";t=" + seconds(taken.full()));
        if (!taken.admitted()) {
            metrics.counter("gpuaas_rate_limited", "lane", lane).increment();
            throw ProblemException.retryLater(
                    ErrorCode.RATE_LIMITED,
                    "The " + lane + " lane allows " + limit.tokens() + " requests per minute.",
                    Duration.ofSeconds(seconds(taken.retryAfter())));
        }
    }

    private static long seconds(Duration wait) {
        return Math.max(1, wait.plusMillis(999).toSeconds());
    }

    private record Refused(Limit limit, Taken taken) {}

    /**
     * Limits one caller in a lane, where places may have different limits. Requests at a place with a low limit count
     * at places with higher limits too: so all places together allow no more than the largest limit, and a caller that
     * is busy at a place with a high limit is not kept from one with a low limit. A place with another limit counts
     * from the first request there in this process.
     */
    private final class Allowance {

        /** Beyond this many that differ all are opened again. */
        private static final int LIMITS_MAX = 16;

        private final CallerInLane caller;
        private final NavigableMap<Long, SharedBucket> opened = new TreeMap<>();

        /** Refused requests may cost a look-up of their place. When this is empty they are refused before it. */
        private @Nullable Bucket refusals;

        Allowance(CallerInLane caller) {
            this.caller = caller;
        }

        synchronized Taken take(long perMinute) {
            if (!opened.containsKey(perMinute)) {
                open(perMinute);
            }
            List<SharedBucket> drawn = new ArrayList<>();
            Taken first = null;
            for (SharedBucket bucket : opened.tailMap(perMinute, true).values()) {
                Taken taken = bucket.take();
                if (!taken.admitted()) {
                    drawn.forEach(SharedBucket::giveBack);
                    countRefusal();
                    return taken;
                }
                first = first == null ? taken : first;
                drawn.add(bucket);
            }
            return Objects.requireNonNull(first);
        }

        /** The place was looked up to find out which limit holds. */
        private void countRefusal() {
            Bucket counted = refusals;
            if (counted == null) {
                long most = Math.max(opened.lastKey(), policies.effective(PipelinePolicies.rateLimit(caller.lane())));
                long allowed = Math.max(REFUSALS_MIN, most / REFUSALS_PART);
                counted = Bucket.builder()
                        .addLimit(limit -> limit.capacity(allowed).refillGreedy(allowed, WINDOW))
                        .build();
                refusals = counted;
            }
            if (!counted.tryConsume(1)) {
                metrics.counter("gpuaas_rate_limited_floods", "lane", name(caller.lane()))
                        .increment();
            }
        }

        /** Present when this caller was refused so often that the place of the next request is not looked up. */
        synchronized Optional<Refused> usedUp() {
            return refusals == null || refusals.getAvailableTokens() > 0 || opened.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Refused(
                            opened.lastEntry().getValue().limit(), new Taken(false, 0, Duration.ofSeconds(1), WINDOW)));
        }

        /** Earlier requests count: as many as are missing in the bucket that counted most. */
        private void open(long perMinute) {
            if (opened.size() >= LIMITS_MAX) {
                opened.clear();
            }
            long used = opened.headMap(perMinute).entrySet().stream()
                    .mapToLong(lower -> lower.getKey() - lower.getValue().left())
                    .max()
                    .orElse(0);
            opened.put(
                    perMinute,
                    buckets.open(
                            "api/" + name(caller.lane()) + "/" + caller.who(),
                            Limit.perMinute(perMinute),
                            Math.max(0, used)));
        }
    }
}
