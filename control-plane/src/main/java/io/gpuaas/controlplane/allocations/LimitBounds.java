package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.allocations.AllocationRecord.Limits;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.policy.PolicyKey;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The operator's bounds of the limits that holders set on what they hold. */
@Component
class LimitBounds {

    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration SHORTEST_IDLE = Duration.ofMinutes(10);

    private final Policies policies;

    LimitBounds(Policies policies) {
        this.policies = policies;
    }

    /** Null: without bound. */
    @Nullable Duration timeLimitMax(TenantId tenant, ProjectId project) {
        return bound(AllocationPolicies.TIME_LIMIT_MAX, tenant, project);
    }

    /** Null: without bound. */
    @Nullable Duration idleReleaseMax(TenantId tenant, ProjectId project) {
        return bound(AllocationPolicies.IDLE_RELEASE_AFTER, tenant, project);
    }

    Duration snooze(TenantId tenant, ProjectId project) {
        return policies.effective(AllocationPolicies.SNOOZE, tenant, project);
    }

    private @Nullable Duration bound(PolicyKey<Duration> key, TenantId tenant, ProjectId project) {
        Duration value = policies.effective(key, tenant, project);
        return value.isZero() ? null : value;
    }

    /** Refuses limits above the bounds. Without a time limit of its own an allocation gets the longest. */
    Limits require(Limits asked, TenantId tenant, ProjectId project) {
        Duration max = timeLimitMax(tenant, project);
        Duration idleMax = idleReleaseMax(tenant, project);
        if (exceeds(asked.maxDuration(), max)) {
            throw AllocationErrors.limitTooLong("time limit", max);
        }
        if (exceeds(asked.idleRelease(), idleMax)) {
            throw AllocationErrors.limitTooLong("idle limit", idleMax);
        }
        return asked.maxDuration() == null ? asked.lasting(max) : asked;
    }

    private static boolean exceeds(@Nullable Duration asked, @Nullable Duration max) {
        return asked != null && max != null && asked.compareTo(max) > 0;
    }

    /** As {@link #require}, for defaults that were set before the bounds became narrower. */
    Limits narrow(Limits defaults, TenantId tenant, ProjectId project) {
        return new Limits(
                shorter(defaults.maxDuration(), timeLimitMax(tenant, project)),
                shorter(defaults.idleRelease(), idleReleaseMax(tenant, project)));
    }

    static @Nullable Duration shorter(@Nullable Duration one, @Nullable Duration other) {
        return one == null || (other != null && other.compareTo(one) < 0) ? other : one;
    }

    /** A limit in a change: null when it is to be removed. */
    static @Nullable Duration read(long seconds, String field) {
        Duration least = field.equals("/idle_release_seconds") ? SHORTEST_IDLE : SHORTEST;
        if (seconds != 0 && seconds < least.toSeconds()) {
            throw ProblemException.invalid(field, "must be 0 or at least " + least.toSeconds());
        }
        return seconds == 0 ? null : Duration.ofSeconds(seconds);
    }

    /** How long all its GPUs may do nothing: what its holder says, at most what the operator says. Null: for ever. */
    @Nullable Duration idleRelease(AllocationRecord allocation) {
        return shorter(
                allocation.wish().limits().idleRelease(), idleReleaseMax(allocation.tenant(), allocation.project()));
    }

    /** When it is released if its GPUs go on doing nothing; empty when they do something, or it is protected. */
    Optional<Instant> idleReleaseAt(AllocationRecord allocation) {
        Instant since = allocation.facts().idleness().since();
        Duration limit = idleRelease(allocation);
        if (since == null
                || limit == null
                || allocation.wish().isProtected()
                || allocation.state() != AllocationState.ACTIVE) {
            return Optional.empty();
        }
        Instant at = since.plus(limit);
        Instant snoozedUntil = allocation.facts().idleness().snoozedUntil();
        return Optional.of(snoozedUntil != null && snoozedUntil.isAfter(at) ? snoozedUntil : at);
    }
}
