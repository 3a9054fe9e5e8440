package io.gpuaas.controlplane.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.MovableClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A process's part of a bucket, over a store that counts calls and goes away on request. */
class SharedBucketTest {

    private final MovableClock clock = LimitStoreContract.stoppedNow();
    private final MeterRegistry metrics = new SimpleMeterRegistry();
    private final CountingStore store = new CountingStore();

    /** Does not refill. */
    private static final class CountingStore implements LimitStore {

        private final Map<String, Long> left = new HashMap<>();
        private int questions;
        private boolean away;

        @Override
        public synchronized Grant take(Ask ask) {
            answer();
            long before = left.getOrDefault(ask.key(), ask.limit().tokens() - ask.usedBefore());
            long given = before == 0 ? 0 : Math.min(ask.wanted(), Math.max(1, before / SHARE));
            left.put(ask.key(), before - given);
            return new Grant(given, before - given, given > 0 ? Duration.ZERO : Duration.ofMillis(500));
        }

        private void answer() {
            questions++;
            if (away) {
                throw new IllegalStateException("gone");
            }
        }

        @Override
        public Optional<Duration> attempt(String key, Throttling throttling) {
            answer();
            return Optional.empty();
        }

        @Override
        public void forgive(String key) {
            answer();
        }

        @Override
        public void forget(String key) {
            answer();
        }

        @Override
        public void removeExpired() {
            answer();
        }

        @Override
        public void close() {}
    }

    private SharedStore process() {
        return new SharedStore(store, clock, new SimpleMeterRegistry());
    }

    private SharedBucket bucket(long perMinute, SharedStore process) {
        return new SharedBucket("k", Limit.perMinute(perMinute), 0, process, clock);
    }

    @Test
    void aBusyCallerCostsFewQuestions() {
        SharedBucket bucket = bucket(1_000_000, process());
        for (int i = 0; i < 20_000; i++) {
            assertThat(bucket.take().admitted()).isTrue();
        }
        assertThat(store.questions).isLessThan(100);
    }

    @Test
    void twoProcessesGiveOutNoMoreThanThereIs() {
        SharedBucket here = bucket(500, process());
        SharedBucket there = bucket(500, process());
        int admitted = 0;
        for (int i = 0; i < 2_000; i++) {
            admitted += (i % 3 == 0 ? here : there).take().admitted() ? 1 : 0;
        }
        assertThat(admitted).isBetween(450, 500);
    }

    @Test
    void aRefusalHoldsUntilTheNextTokenIsDueWithoutAsking() {
        SharedBucket bucket = bucket(3, process());
        for (int i = 0; i < 3; i++) {
            assertThat(bucket.take().admitted()).isTrue();
        }
        assertThat(bucket.take().admitted()).isFalse();
        int asked = store.questions;
        for (int i = 0; i < 100; i++) {
            Taken refused = bucket.take();
            assertThat(refused.admitted()).isFalse();
            assertThat(refused.retryAfter()).isEqualTo(Duration.ofMillis(500));
        }
        assertThat(store.questions).isEqualTo(asked);
        clock.forward(Duration.ofMillis(500));
        assertThat(bucket.take().admitted()).isFalse();
        assertThat(store.questions).isEqualTo(asked + 1);
    }

    @Test
    void aLeaseThatIsNotUsedIsLetGo() {
        SharedBucket bucket = bucket(1_000, process());
        for (int i = 0; i < 8; i++) {
            assertThat(bucket.take().admitted()).isTrue();
        }
        int asked = store.questions;
        clock.forward(Duration.ofSeconds(11));
        assertThat(bucket.take().admitted()).isTrue();
        assertThat(store.questions).isEqualTo(asked + 1);
    }

    @Test
    void whileTheStoreIsAwayEachProcessKeepsTheLimitByItselfAndSaysSo() {
        SharedStore process = new SharedStore(store, clock, metrics);
        SharedBucket bucket = bucket(10, process);
        for (int i = 0; i < 4; i++) {
            assertThat(bucket.take().admitted()).isTrue();
        }
        store.away = true;
        int admitted = 0;
        for (int i = 0; i < 100; i++) {
            admitted += bucket.take().admitted() ? 1 : 0;
        }
        assertThat(admitted).as("what was used before counts").isEqualTo(6);
        assertThat(metrics.get("gpuaas_limits_local").gauge().value()).isEqualTo(1);
        assertThat(metrics.get("gpuaas_limits_store_failures").counter().count())
                .isEqualTo(1);
        store.away = false;
        clock.forward(Duration.ofMinutes(1));
        assertThat(bucket.take().admitted()).isTrue();
        assertThat(metrics.get("gpuaas_limits_local").gauge().value()).isZero();
    }

    @Test
    void guessingIsSlowedDownAlsoWhileTheStoreIsAway() {
        store.away = true;
        SharedThrottle throttle = new SharedThrottle(process(), clock);
        assertThat(throttle.attempt("k", new Throttling(2))).isEmpty();
        assertThat(throttle.attempt("k", new Throttling(2))).isEmpty();
        assertThat(throttle.attempt("k", new Throttling(2))).contains(Duration.ofSeconds(1));
        throttle.forget("k");
        assertThat(throttle.attempt("k", new Throttling(2))).isEmpty();
    }
}
