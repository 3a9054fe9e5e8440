package io.gpuaas.controlplane.limits;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * This process's part of a bucket. Tokens are leased in batches that grow while they are used up quickly, so that a
 * busy caller costs one store call for many requests; a small limit is leased one token at a time, which makes it
 * exact. A lease that was not used up in its time is dropped. A refusal holds, without a store call, until the next
 * token is due.
 */
public final class SharedBucket {

    /** Up to here each token is asked for. */
    private static final long EXACT_MAX = 60;

    /** One process holds at most this part of a bucket, and at most so many tokens. */
    private static final long PART = 20;

    private static final long BATCH_MAX = 1_000;
    private static final long LEASE_MILLIS = 10_000;
    /** Used up within this time, the next batch is twice as large. */
    private static final long QUICK_MILLIS = 2_500;
    /** From this size on the next batch is fetched before the last one is used up. */
    private static final long AHEAD_MIN = 16;

    private final String key;
    private final Limit limit;
    private final long usedBefore;
    private final SharedStore store;
    private final Clock clock;
    private final long batchMax;

    /** The limit of this process alone; it decides while the store does not answer. */
    private final Bucket local;

    private long leased;
    private long leasedAt;
    private long batch = 1;
    private long leftInStore;
    private long refusedUntil;
    private boolean fetching;

    SharedBucket(String key, Limit limit, long usedBefore, SharedStore store, Clock clock) {
        this.key = key;
        this.limit = limit;
        this.usedBefore = usedBefore;
        this.store = store;
        this.clock = clock;
        this.batchMax = limit.tokens() <= EXACT_MAX ? 1 : Math.clamp(limit.tokens() / PART, 1, BATCH_MAX);
        this.leftInStore = Math.max(0, limit.tokens() - usedBefore);
        this.local = Bucket.builder()
                .addLimit(bandwidth -> bandwidth
                        .capacity(limit.tokens())
                        .refillGreedy(limit.tokens(), limit.window())
                        .initialTokens(leftInStore))
                .withCustomTimePrecision(new ClockMeter(clock))
                .build();
    }

    public Limit limit() {
        return limit;
    }

    /** About how many tokens there are. */
    public synchronized long left() {
        return leased + leftInStore;
    }

    /** Whether the next request would be refused without asking. */
    public synchronized boolean isEmpty() {
        return leased == 0 && clock.millis() < refusedUntil;
    }

    public synchronized Taken take() {
        long now = clock.millis();
        if (leased > 0 && now - leasedAt > LEASE_MILLIS) {
            leased = 0;
            batch = Math.max(1, batch / 2);
        }
        if (leased == 0) {
            if (now < refusedUntil) {
                return Taken.refused(Duration.ofMillis(refusedUntil - now), limit);
            }
            Optional<LimitStore.Grant> grant = ask();
            if (grant.isEmpty()) {
                return takeLocally(now);
            }
            add(grant.get(), now);
            if (leased == 0) {
                return Taken.refused(Duration.ofMillis(refusedUntil - now), limit);
            }
        }
        leased--;
        boolean known = local.tryConsume(1);
        if (known && leased <= batch / 4 && batch >= AHEAD_MIN && !fetching) {
            fetchAhead();
        }
        return Taken.admitted(leased + leftInStore, limit);
    }

    private Optional<LimitStore.Grant> ask() {
        return store.ask(asked -> asked.take(new LimitStore.Ask(key, limit, usedBefore, batch)));
    }

    private void add(LimitStore.Grant grant, long now) {
        leased += grant.given();
        leftInStore = grant.left();
        if (grant.given() == 0) {
            refusedUntil = now + Math.max(1, grant.retryAfter().toMillis());
            batch = 1;
        } else {
            batch = now - leasedAt <= QUICK_MILLIS ? Math.min(batchMax, batch * 2) : batch;
            leasedAt = now;
        }
    }

    private void fetchAhead() {
        fetching = true;
        Thread.ofVirtual().name("limit-lease").start(() -> {
            Optional<LimitStore.Grant> grant = ask();
            synchronized (this) {
                fetching = false;
                // Nothing to be had is no refusal yet: there are tokens left to use.
                grant.filter(some -> some.given() > 0).ifPresent(some -> add(some, clock.millis()));
            }
        });
    }

    private Taken takeLocally(long now) {
        ConsumptionProbe probe = local.tryConsumeAndReturnRemaining(1);
        if (probe.isConsumed()) {
            leftInStore = probe.getRemainingTokens();
            return Taken.admitted(leftInStore, limit);
        }
        Duration wait = Duration.ofNanos(probe.getNanosToWaitForRefill());
        leftInStore = 0;
        refusedUntil = now + Math.max(1, wait.toMillis());
        return Taken.refused(wait, limit);
    }

    /** A token that was not used after all. */
    public synchronized void giveBack() {
        if (leased + leftInStore < limit.tokens()) {
            leased++;
            leasedAt = leased == 1 ? clock.millis() : leasedAt;
            local.addTokens(1);
        }
    }
}
